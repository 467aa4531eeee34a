// What every C++ engine shares: the case file (its format: cases/src/lib.rs), the timed loop and the protocol
// (measure/src/lib.rs).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <time.h>
#include <vector>

namespace bench {

enum class Kind : uint32_t { box, ball, capsule, cylinder, cone, ellipsoid, hull };

struct Solid {
  Kind kind;
  std::vector<double> numbers;    // as the format says
  std::vector<uint32_t> corners;  // of the triangles of a hull
};

struct Place {
  double rotation[4];  // w x y z
  double translation[3];

  // The rotation matrix, row by row.
  std::array<double, 9> matrix() const {
    const double w = rotation[0], x = rotation[1], y = rotation[2], z = rotation[3];
    return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
            2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
            2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  }
};

struct Pair {
  uint32_t shapes[2];
  Place places[2];
};

struct Cell {
  uint32_t steps;
  std::vector<Solid> shapes;
  std::vector<Pair> pairs;
  // The shapes of each pair once more, which a pass reads without the places that it has in the engine's own type.
  std::vector<std::array<uint32_t, 2>> chosen;

  bool has(Kind kind) const {
    for (uint32_t shape : pairs[0].shapes)
      if (shapes[shape].kind == kind) return true;
    return false;
  }
};

class CaseFile {
  std::vector<char> bytes;
  size_t at = 0;

  template <class T>
  void take(T* values, size_t count) {
    if (bytes.size() - at < count * sizeof(T)) throw std::runtime_error("case file has a bad length");
    std::memcpy(values, bytes.data() + at, count * sizeof(T));
    at += count * sizeof(T);
  }
  template <class T>
  std::vector<T> list() {
    uint32_t count;
    take(&count, 1);
    std::vector<T> values(count);
    take(values.data(), count);
    return values;
  }

 public:
  explicit CaseFile(const char* path) {
    std::ifstream file(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }

  Cell read() {
    char magic[8];
    take(magic, 8);
    if (std::memcmp(magic, "cases001", 8) != 0) throw std::runtime_error("case file has a bad first word");
    Cell cell;
    uint32_t counts[3];
    take(counts, 3);
    cell.steps = counts[0];
    for (uint32_t i = 0; i < counts[1]; i++) {
      Solid solid;
      take(&solid.kind, 1);
      solid.numbers = list<double>();
      solid.corners = list<uint32_t>();
      cell.shapes.push_back(std::move(solid));
    }
    for (uint32_t i = 0; i < counts[2]; i++) {
      Pair pair;
      take(pair.shapes, 2);
      for (Place& place : pair.places) {
        take(place.rotation, 4);
        take(place.translation, 3);
      }
      double truth[3];
      take(truth, 3);
      cell.pairs.push_back(pair);
      cell.chosen.push_back({pair.shapes[0], pair.shapes[1]});
    }
    return cell;
  }
};

struct Answer {
  double value;      // boolean: 1 or 0; else the signed distance as the engine sees it; not a number for a failure
  double normal[3];  // unit, from A to B

  static Answer of(double value) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    return {value, {none, none, none}};
  }
  static Answer meet(bool meet) { return of(meet ? 1.0 : 0.0); }
  static Answer failure() { return of(std::numeric_limits<double>::quiet_NaN()); }
};

struct Can {
  const char *variant, *query, *frame;
};

// `Engine` is constructed from a cell and has `std::vector<Can> can()` and
// `template <class Ask> ... pass(variant, query, Timer)` that calls the timer with a function from pair numbers to
// answers.
class Timer {
  std::vector<Answer>& answers;

 public:
  double nanoseconds = 0;
  explicit Timer(std::vector<Answer>& answers) : answers(answers) {}

  template <class Ask>
  void operator()(Ask ask) {
    const double start = now();
    for (size_t i = 0; i < answers.size(); i++) answers[i] = ask(i);
    nanoseconds = now() - start;
  }
  static double now() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
  }
};

template <class Engine>
int serve(int count, char** words) {
  if (count != 2) {
    std::cerr << "one argument: the case file\n";
    return 2;
  }
  const Cell cell = CaseFile(words[1]).read();
  Engine engine(cell);
  std::vector<Answer> answers(cell.pairs.size(), Answer::failure());
  std::string can;
  for (const Can& c : engine.can())
    can += std::string(can.empty() ? "" : ", ") + "[\"" + c.variant + "\", \"" + c.query + "\", \"" + c.frame + "\"]";
  std::cout << "{\"can\": [" << can << "]}" << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream request(line);
    std::string variant, query, path;
    request >> variant >> query >> path;
    Timer time(answers);
    engine.pass(variant, query, time);
    if (path != "-") {
      std::ofstream file(path, std::ios::binary);
      file.write(reinterpret_cast<const char*>(answers.data()), answers.size() * sizeof(Answer));
    }
    std::cout << "{\"ns\": " << time.nanoseconds / answers.size() << "}" << std::endl;
  }
  return 0;
}

}  // namespace bench
