import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const SMALLEST = 0.4;
const TRIES = 7;
const FIXED = "(min-width: 861px) and (min-height: 600px)"; // as in dealer.css: a smaller screen scrolls

/** What has to be seen at once: drawn smaller, all of it alike, where it would not fit into the room that is left. */
export function Fit({ children }: { children: ComponentChildren }) {
  const room = useRef<HTMLDivElement>(null);
  const drawn = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [outer, inner] = [room.current, drawn.current];
    if (!outer || !inner) return undefined;
    const fits = (zoom: number) => {
      inner.style.zoom = String(zoom);
      return inner.getBoundingClientRect().height <= outer.clientHeight + 0.5 && inner.scrollWidth <= inner.clientWidth + 1;
    };
    const fit = () => {
      inner.style.minHeight = "0";
      if (!matchMedia(FIXED).matches || fits(1)) {
        inner.style.zoom = "1";
        inner.style.minHeight = "";
        return;
      }
      let [low, high] = [SMALLEST, 1];
      for (let nth = 0; nth < TRIES; nth += 1) {
        const middle = (low + high) / 2;
        if (fits(middle)) low = middle;
        else high = middle;
      }
      fits(low);
    };
    fit();
    const resized = new ResizeObserver(fit);
    resized.observe(outer);
    const changed = new MutationObserver(fit);
    changed.observe(inner, { subtree: true, childList: true, characterData: true, attributeFilter: ["class"] });
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, []);
  return <div class="fit" ref={room}><div class="fit-drawn" ref={drawn}>{children}</div></div>;
}
