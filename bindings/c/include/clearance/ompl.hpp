// Proven motions for the planners of OMPL 1.5 and later: a MotionValidator whose edges are proven free over all of
// their length, a StateValidityChecker, and the state space of a robot. Header only; include it where OMPL is there.
//
//     const clearance::Checker checker(robot);
//     const auto si = std::make_shared<ompl::base::SpaceInformation>(clearance::ompl::state_space(robot));
//     clearance::ompl::set_up(si, checker);
//     ...
//     clearance::Edge edge = checker.path(clearance::ompl::configurations(*si, solution), &certificate);
#ifndef CLEARANCE_OMPL_HPP
#define CLEARANCE_OMPL_HPP

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/geometric/PathGeometric.h>

#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "robot.hpp"

namespace clearance {
namespace ompl {

// A number for each joint: with limits in an interval, of joints that turn without end on a circle.
inline ::ompl::base::StateSpacePtr state_space(const Robot& robot) {
    const auto space = std::make_shared<::ompl::base::CompoundStateSpace>();
    for (std::size_t i = 0; i < robot.dof(); ++i) {
        const Joint joint = robot.joint(i);
        const bool limited = joint.lower > -std::numeric_limits<double>::infinity() && joint.upper < std::numeric_limits<double>::infinity();
        if (limited) {
            const auto line = std::make_shared<::ompl::base::RealVectorStateSpace>(1);
            line->setBounds(joint.lower, joint.upper);
            space->addSubspace(line, 1);
        } else if (joint.turns != 0) {
            space->addSubspace(std::make_shared<::ompl::base::SO2StateSpace>(), 1);
        } else {
            throw std::invalid_argument(std::string("joint \"") + joint.name + "\" slides without limits: OMPL needs some");
        }
        space->getSubspace(static_cast<unsigned int>(i))->setName(joint.name);
    }
    space->lock();
    return space;
}

// The mapping of a space's states to configurations, and the straight segment along which OMPL moves between two of
// them.
class Reading {
public:
    // Refuses spaces in which OMPL moves along anything but straight segments of numbers and shortest arcs of circles.
    Reading(const ::ompl::base::StateSpace& space, std::size_t dof) : space_(&space) {
        add(space);
        if (circular_.size() != dof) {
            throw std::invalid_argument("the state space must have " + std::to_string(dof) + " values, one for each joint, got " + std::to_string(circular_.size()));
        }
    }

    Configuration configuration(const ::ompl::base::State* state) const {
        Configuration q;
        space_->copyToReals(q, state);
        return q;
    }

    // The end of the segment: on circles the short way from `from`, so that it may lie whole turns from the numbers of
    // the state.
    Configuration end(const Configuration& from, const ::ompl::base::State* state) const {
        Configuration to = configuration(state);
        const double turn = 2 * std::acos(-1.0);
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (circular_[i]) to[i] -= turn * std::round((to[i] - from[i]) / turn);
        }
        return to;
    }

private:
    void add(const ::ompl::base::StateSpace& space) {
        if (space.isCompound()) {
            const auto& all = *space.as<::ompl::base::CompoundStateSpace>();
            // Planes and rotations are compounds too, but of other ways.
            if (space.getType() == ::ompl::base::STATE_SPACE_SE2 || space.getType() == ::ompl::base::STATE_SPACE_SE3) refuse(space);
            for (const auto& part : all.getSubspaces()) add(*part);
        } else if (space.getType() == ::ompl::base::STATE_SPACE_REAL_VECTOR) {
            circular_.insert(circular_.end(), space.getDimension(), false);
        } else if (space.getType() == ::ompl::base::STATE_SPACE_SO2) {
            circular_.push_back(true);
        } else {
            refuse(space);
        }
    }
    [[noreturn]] static void refuse(const ::ompl::base::StateSpace& space) {
        throw std::invalid_argument("the state space must be of intervals and circles, got \"" + space.getName() + "\"");
    }

    const ::ompl::base::StateSpace* space_;
    std::vector<bool> circular_;
};

// States are valid within their bounds where no pair is in contact, proven.
class StateValidityChecker : public ::ompl::base::StateValidityChecker {
public:
    StateValidityChecker(const ::ompl::base::SpaceInformationPtr& si, Checker checker)
        : ::ompl::base::StateValidityChecker(si), reading_(*si->getStateSpace(), checker.dof()), checker_(std::move(checker)) {}

    bool isValid(const ::ompl::base::State* state) const override {
        return si_->satisfiesBounds(state) && checker_.collides(reading_.configuration(state)) == false;
    }
    // A lower bound of the least signed distance, minus the margins.
    double clearance(const ::ompl::base::State* state) const override {
        return checker_.clearance(reading_.configuration(state)).lower;
    }

private:
    Reading reading_;
    Checker checker_;
};

// Motions are valid if all pairs are proven to stay farther apart than a margin over all of their length: there is no
// resolution. What is nearer to a contact than rounding can decide is not valid.
class MotionValidator : public ::ompl::base::MotionValidator {
public:
    MotionValidator(const ::ompl::base::SpaceInformationPtr& si, Checker checker, double margin = 0)
        : ::ompl::base::MotionValidator(si), reading_(*si->getStateSpace(), checker.dof()), checker_(std::move(checker)), margin_(margin) {}

    bool checkMotion(const ::ompl::base::State* s1, const ::ompl::base::State* s2) const override {
        const Configuration from = reading_.configuration(s1), to = reading_.end(from, s2);
        return counted(si_->satisfiesBounds(s2) && checker_.is_free(from, to, margin_));
    }

    bool checkMotion(const ::ompl::base::State* s1, const ::ompl::base::State* s2,
                     std::pair<::ompl::base::State*, double>& last_valid) const override {
        const Configuration from = reading_.configuration(s1), to = reading_.end(from, s2);
        EdgeOptions options = default_edge_options();
        options.margin = margin_;
        const Edge edge = checker_.edge(from, to, nullptr, &options);
        const bool in_bounds = si_->satisfiesBounds(s2);
        if (edge.outcome == CLEARANCE_FREE && in_bounds) return counted(true);
        set_last(s1, s2, edge.outcome == CLEARANCE_FREE ? 1 : edge.time_lower, last_valid);
        return counted(false);
    }

private:
    bool counted(bool valid) const {
        ++(valid ? valid_ : invalid_);
        return valid;
    }

    // A state before the first contact that is free with its own rounding, and within its bounds; s1 if none is found.
    void set_last(const ::ompl::base::State* s1, const ::ompl::base::State* s2, double time,
                  std::pair<::ompl::base::State*, double>& last_valid) const {
        const auto& space = *si_->getStateSpace();
        ::ompl::base::State* state = space.allocState();
        for (int halvings = 0; time > 0; time /= 2) {
            space.interpolate(s1, s2, time, state);
            const Configuration q = reading_.configuration(state);
            if (si_->satisfiesBounds(state) && checker_.is_free(q, q, margin_)) break;
            if (++halvings == 50) time = 0;
        }
        if (!(time > 0)) {
            time = 0;
            space.copyState(state, s1);
        }
        if (last_valid.first != nullptr) space.copyState(last_valid.first, state);
        last_valid.second = time;
        space.freeState(state);
    }

    Reading reading_;
    Checker checker_;
    double margin_;
};

// Sets both on a space.
inline void set_up(const ::ompl::base::SpaceInformationPtr& si, const Checker& checker, double margin = 0) {
    si->setStateValidityChecker(std::make_shared<StateValidityChecker>(si, checker));
    si->setMotionValidator(std::make_shared<MotionValidator>(si, checker, margin));
}

// The configurations of a path, each the short way from the one before: what Checker::path proves and a robot executes.
inline std::vector<Configuration> configurations(const ::ompl::base::SpaceInformation& si, const ::ompl::geometric::PathGeometric& path) {
    std::vector<Configuration> all;
    std::vector<double> first;
    for (std::size_t i = 0; i < path.getStateCount(); ++i) {
        const ::ompl::base::State* state = path.getState(static_cast<unsigned int>(i));
        if (i == 0) si.getStateSpace()->copyToReals(first, state);
        const Reading reading(*si.getStateSpace(), first.size());
        all.push_back(i == 0 ? first : reading.end(all.back(), state));
    }
    return all;
}

}  // namespace ompl
}  // namespace clearance

#endif
