"""``python -m clearance.cad FILE``."""

import sys

from .command import main

sys.exit(main())
