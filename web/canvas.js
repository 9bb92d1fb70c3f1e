// What a page needs around the canvas that Ebitengine makes (v2.9, ui_js.go):
// its listeners call preventDefault on every key, wheel and touch event, which
// traps the Tab key, the browser's own shortcuts and the scrolling of the page
// that embeds this one. These listeners stand before it, in the capture phase.
(() => {
  'use strict';

  // Ebitengine leaves it to the browser to smooth edges on the canvas (v2.9,
  // graphics_js.go), but paints its picture elsewhere and then puts it there as
  // one rectangle. Four samples for each pixel would only cost.
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, attributes) {
    return getContext.call(this, kind, kind === 'webgl2' ? { ...attributes, antialias: false } : attributes);
  };

  // Ebitengine appends its canvas to the body; others stand deeper.
  const onCanvas = (event) =>
    event.target instanceof HTMLCanvasElement && event.target.parentNode === document.body;

  // Keys that belong to the browser: Tab, function keys, anything with a
  // command modifier. The event still reaches the program, which keeps its
  // picture of what is pressed; only its preventDefault does nothing, and only
  // on the canvas: listeners further out get the real one back.
  const browserKey = (event) =>
    event.key === 'Tab' || /^F\d+$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey;
  for (const type of ['keydown', 'keyup']) {
    window.addEventListener(type, (event) => {
      if (onCanvas(event) && browserKey(event)) {
        Object.defineProperty(event, 'preventDefault', { value() {}, configurable: true });
      }
    }, true);
    document.body.addEventListener(type, (event) => { delete event.preventDefault; });
  }

  // A wheel over the picture scrolls the page unless the reader has clicked
  // into the picture or holds Ctrl, as embedded maps do it.
  window.addEventListener('wheel', (event) => {
    const inside = document.hasFocus() && document.activeElement === event.target;
    if (onCanvas(event) && !inside && !event.ctrlKey) {
      event.stopImmediatePropagation();
    }
  }, { capture: true, passive: true });

  // Fingers scroll and zoom the page as everywhere; a tap reaches the program
  // as pointer events, which the browser makes before these. Only where the program
  // itself can be moved by fingers, an enlarged map or two fingers on one, does
  // it take them: then ringsideTouch says so.
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel']) {
    window.addEventListener(type, (event) => {
      if (onCanvas(event)) {
        event.stopImmediatePropagation();
        if (window.ringsideTouch?.(event) && event.cancelable) {
          event.preventDefault();
        }
      }
    }, { capture: true, passive: type !== 'touchmove' });
  }

  // Ebitengine gives its canvas tabindex 1, first of all, and no outline. It
  // stands in the order of the document instead, and shows its focus.
  const settle = (canvas) => {
    if (canvas.tabIndex !== 0) {
      canvas.tabIndex = 0;
    }
    if (canvas.style.outline !== '') {
      canvas.style.outline = '';
    }
  };
  const watchCanvas = new MutationObserver((records) => records.forEach((record) => settle(record.target)));
  new MutationObserver((records) => {
    for (const node of records.flatMap((record) => [...record.addedNodes])) {
      if (node instanceof HTMLCanvasElement) {
        settle(node);
        watchCanvas.observe(node, { attributeFilter: ['tabindex', 'style'] });
      }
    }
  }).observe(document.body, { childList: true });

  // Ebitengine keeps the first device pixel ratio for life (crbug.com/123694):
  // after a zoom, or on another screen, only a fresh start is sharp. The
  // address holds the scenario, so nothing is lost. A listener may prevent
  // the event's default to do it later.
  const ratio = window.devicePixelRatio;
  let timer = 0;
  const settleRatio = () => {
    if (window.devicePixelRatio !== ratio &&
        window.dispatchEvent(new Event('ringside:rescale', { cancelable: true }))) {
      location.reload();
    }
  };
  window.matchMedia(`(resolution: ${ratio}dppx)`).addEventListener('change', () => {
    clearTimeout(timer);
    timer = setTimeout(settleRatio, 400); // zooming comes in several steps
  });
})();
