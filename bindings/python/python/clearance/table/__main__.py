"""``python -m clearance.table run | plan | check``."""

import sys

from .command import main

sys.exit(main())
