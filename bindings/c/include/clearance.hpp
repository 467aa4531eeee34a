// clearance for C++17: shapes, scenes and robots that free themselves, answers by value, refusals as exceptions. Header
// only, over clearance.h.
//
//     clearance::Shape box = clearance::box({1, 1, 0.5}), ball = clearance::sphere(0.25);
//     double d = clearance::signed_distance(box, ball, {{0.5, 0, 1}, {1, 0, 0, 0}}).signed_distance;   // 0.25
#ifndef CLEARANCE_HPP
#define CLEARANCE_HPP

#include "clearance/deforming.hpp"
#include "clearance/pairs.hpp"
#include "clearance/robot.hpp"
#include "clearance/scene.hpp"

#endif
