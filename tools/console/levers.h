// Turns key presses into channel values: a terminal tells of presses and of nothing else, so levers stay
// where they were put, the steering springs back, and a hand that is gone is noticed by its silence.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace drawbar::tools {

/// The keys of one channel.
struct KeyPair {
  char raise = 0;             ///< towards the upper end of the range; 0: no keys are left for this channel
  char lower = 0;             ///< towards the lower end
  bool springs_back = false;  ///< to neutral when the key is no longer held
};

/// One entry per channel, by its name: w and s for the throttle (or the first channel), a and d for the
/// steering, which springs back; further pairs in order.
std::vector<KeyPair> assign_keys(const std::vector<std::string>& channel_names);

/// The operator's levers. Times are seconds of any clock that never goes back.
class Levers {
 public:
  struct Channel {
    double lower = -1;
    double upper = 1;
    double neutral = 0;
    bool springs_back = false;
  };

  /// Without any key for this long (s) everything goes to neutral: the dead man's handle of a keyboard.
  static constexpr double kPresence = 6;

  Levers(std::vector<Channel> channels, double now);

  /// A key of `channel` arrived: `direction` +1 or -1. A first press moves by a notch, a key that repeats
  /// moves steadily. A lever on its way through neutral stops there until the key is pressed anew.
  void press(std::size_t channel, int direction, double now);
  /// Any other key: the operator is there.
  void touch(double now);
  /// Puts the lever to neutral; a key that is still held down does not move it again.
  void to_neutral(std::size_t channel);
  void all_neutral();
  /// Lets time pass: springs go back, presence runs out.
  void advance(double now);

  double value(std::size_t channel) const;
  bool at_neutral() const;
  /// Seconds until everything goes to neutral.
  double presence_left(double now) const;

 private:
  struct Lever {
    Channel channel;
    double value = 0;
    double last_press = 0;   // s
    double held_until = 0;   // s: springs hold until then, because the next repeat may still come
    int direction = 0;       // of the last press
    bool repeating = false;  // the last press was a repeat of the one before
    bool detent = false;     // stopped at neutral until the key is pressed anew
    double reach() const;
    void move(double change);
  };

  std::vector<Lever> levers_;
  double last_key_;
  double advanced_;
};

}  // namespace drawbar::tools
