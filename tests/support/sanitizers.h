// Whether a sanitizer watches, which costs memory and processor time of its own.
#pragma once

#if defined(__has_feature)  // clang's way of saying it
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define DRAWBAR_SANITIZED
#endif
#if __has_feature(thread_sanitizer)
#define DRAWBAR_NEW_IS_TAKEN  // its runtime defines operator new, and a second one does not link
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // g++'s
#define DRAWBAR_SANITIZED
#endif
