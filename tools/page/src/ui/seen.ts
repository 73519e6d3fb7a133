// Which elements are seen, without asking for a layout: asked in every picture, the usual questions would make one each time.

const seenNow = new WeakMap<Element, boolean>();
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) seenNow.set(target, isIntersecting);
});

/** Whether an element is displayed, and not scrolled out of sight; a picture late: no when it is first asked. */
export function seen(element: Element): boolean {
  const known = seenNow.get(element);
  if (known === undefined) {
    seenNow.set(element, false);
    observer.observe(element);
  }
  return known ?? false;
}
