"""How high a body comes along an axis in a cell of joint values, by control points.

A joint turns all that is beyond it by at most h < pi/2 about the axis z through o. The arc of a point is a rational
Bezier curve of degree 2 with positive weights, which do not depend on the point (G. Farin 2002), so it is in the hull
of the point's images by the turns by -h and h and by a third map, which scales what is across the axis by 1/cos h. A
slide is a segment. So a body that joints 1..m move (counted from the frame of the axis n) is in the hull of its images
by all products of such maps, and comes no higher along n than the highest image of its core, with its radius added
once.

n·C_1 ... C_k y is p·y + d: the products are walked from the frame on, each as such a plane, and left where a ball about
all that the maps beyond leave comes no higher than what was found.
"""

from fractions import Fraction

from exact import BITS, ONE, cross, dot, fixed, fixed_up, norm, sine_cosine, up
from strict import Unknown

WIDEST = 1  # radians that a joint may turn from its middle: 1/cos h is below 2
# 2**-60 m: more than balls and planes of up to 64 maps round by, with lengths below 2**20 m and planes below 2**10.
SLACK = 1 << 68


def plus(a, b) -> tuple:
    return tuple(x + y for x, y in zip(a, b))


def minus(a, b) -> tuple:
    return tuple(x - y for x, y in zip(a, b))


def times(v, factor: int) -> tuple:
    """Each coordinate rounded down."""
    return tuple(x * factor >> BITS for x in v)


def around(shape) -> tuple:
    """A ball that holds the core of a shape, in the shape's frame: center and radius."""
    clouds = getattr(shape, "clouds", None) or [[(p, shape.off) for p in shape.points]]
    balls = []
    for cloud in clouds:
        middle = tuple((min(p[k] for p, _ in cloud) + max(p[k] for p, _ in cloud)) // 2 for k in range(3))
        balls.append((middle, max(norm(minus(p, middle)) + r for p, r in cloud)))
    return min(balls, key=lambda ball: ball[1])


class Volume:
    """A body in the middle of a cell with the control maps of the joints between it and a frame."""

    def __init__(self, moment, body, joints: list[tuple[object, object, Fraction]]):
        """`joints`, from the body on: each with its pose in the middle and its half width."""
        self.moment, self.body, self.maps = moment, body, []
        pose, (center, radius) = moment.poses[body.frame], around(body.shape)
        self.center, self.radius = pose.point(center), radius + up(pose.turned * body.shape.size) + pose.moved + SLACK
        self.steepest, self.error = ONE, 0
        for joint, place, half in joints:
            if half:
                self.add(joint, place, half)
        if len(self.maps) > 64 or self.steepest > ONE << 10 or self.radius + norm(self.center) > ONE << 20:
            raise Unknown("a body moves too far for control points")
        self.maps.reverse()

    def add(self, joint, place, half: Fraction) -> None:
        """The next joint towards the frame.

        Its axis is off by `turned` and 8 units, its origin by `moved`; the planes of its maps by 64 units for each
        metre of the reach.
        """
        z, o = place.turn(joint.axis), place.move
        reach = norm(minus(self.center, o)) + self.radius
        if not joint.turns:
            self.maps.append((z, o, fixed_up(half), None, self.center, self.radius))
            self.radius += fixed_up(half) + SLACK
            self.error += up(fixed_up(half) * (place.turned + 16)) + 64
            return
        if half > WIDEST:
            raise Unknown("a joint turns too far for control points")
        sine, cosine = sine_cosine(half)
        apex = -(-(ONE << BITS) // (cosine - 2))  # rounded up
        self.maps.append((z, o, sine, (cosine, apex), self.center, self.radius))
        moved = apex - ONE + sine + 8
        self.error += up(2 * moved * up((place.turned + 8) * reach)) + up(moved * place.moved)
        self.error += 64 * ((reach >> BITS) + 2)
        self.steepest = up(self.steepest * apex)
        arm = minus(self.center, o)
        along = times(z, dot(z, arm))
        across = minus(arm, along)
        self.center = plus(o, plus(along, times(across, cosine)))
        tangent = up((sine + 2) * apex)
        farthest = up(norm(across) * max(sine + 2, up((sine + 2) * tangent)))
        self.radius = farthest + up(self.radius * apex) + SLACK

    def top(self, n, off: int, least: int | None) -> int:
        """Not below the height of the body along an n that is off by `off`, nor below `least`."""
        pose, shape = self.moment.poses[self.body.frame], self.body.shape
        # The radius, and what the maps, the body's own pose and n are off by.
        own = up(pose.turned * shape.size) + pose.moved + up(4 * shape.size) + 64
        far = norm(self.center) + self.radius
        error = up(self.steepest * (self.error + own))
        rest = up((shape.radius + error) * (norm(n) + off)) + up(off * far) + 64
        best = None if least is None else least - rest
        open_planes: list = [(None, n, 0, 0)]
        while open_planes:
            most, m, d, k = open_planes.pop()
            if best is not None and most is not None and most <= best:
                continue
            if k == len(self.maps):
                height = shape.core(pose.turn_back(m)) + dot(m, pose.move) + d
                best = height if best is None or height > best else best
                continue
            z, o, sine, turn, center, radius = self.maps[k]
            images = []
            if turn is None:
                images.append((m, d + up(sine * abs(dot(z, m))) + 2))
            else:
                along = times(z, dot(z, m))
                across, aside = minus(m, along), times(cross(m, z), sine)
                turned = plus(times(across, turn[0]), along)
                for image in (plus(times(across, turn[1]), along), minus(turned, aside), plus(turned, aside)):
                    images.append((image, d + dot(minus(m, image), o)))
            above = [(dot(m, center) + d + up(norm(m) * radius) + SLACK, m, d) for m, d in images]
            above.sort(key=lambda plane: plane[0])
            open_planes += [(most, m, d, k + 1) for most, m, d in above]
        return best + rest
