"""Which bodies of a scene touch, and where? With a page that shows it."""

import clearance as cl

scene = cl.Scene()
scene.add("table", cl.Box((1, 1, 0.05)), fixed=True)
scene.add("brick", cl.Box((0.1, 0.05, 0.03)), cl.Pose((0.2, 0, 0.079)))
scene.add("ball", cl.Sphere(0.04), cl.Pose((0.2, 0.04, 0.148)))
scene.add("lamp", cl.Cylinder(0.05, 0.2), cl.Pose((-0.4, 0.3, 0.26)))

for meeting in scene.contacts():
    patch = scene.contact(meeting.a, meeting.b)
    depth = -min(point.signed_distance for point in patch.points)
    print(f"{meeting.a} and {meeting.b}: {len(patch.points)} points, {1000 * depth:.3f} mm deep")

closest = scene.closest(body="lamp").pairs[0]
print(f"lamp: {1000 * closest.signed_distance:.1f} mm from {closest.a}")

scene.to_html("contacts.html")  # a page with all of it; in a notebook `scene` alone shows it

# Output:
# table and brick: 4 points, 1.000 mm deep
# brick and ball: 1 points, 1.000 mm deep
# lamp: 10.0 mm from table
