// Counts what a frame costs, for the tests and for anyone with a console:
//   __ringside.drawCalls    drawElements calls of the last whole frame
//   __ringside.frames       frames so far
//   __ringside.frameMillis  time spent in frame callbacks so far, in ms
//   __ringside.firstFrame   when the first frame had been drawn, in ms since navigation
// It stands before wasm_exec.js because Ebitengine keeps its own references to
// requestAnimationFrame and drawElements from the start.
(() => {
  'use strict';

  let calls = 0; // in the frame that is being drawn
  let frames = 0;
  let frameMillis = 0;
  let firstFrame = 0;
  let frameStart = -1; // every callback of one frame is given the same time

  // The program adds its own fields to this object; it may also replace it.
  const hook = () => (window.__ringside ??= {});
  Object.assign(hook(), { tick: 0, drawCalls: 0, frames, frameMillis, firstFrame });

  const context = window.WebGL2RenderingContext?.prototype;
  if (context) {
    const drawElements = context.drawElements;
    context.drawElements = function (mode, count, type, offset) {
      calls++;
      drawElements.call(this, mode, count, type, offset);
    };
  }

  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => request((now) => {
    if (now !== frameStart) {
      frameStart = now;
      frames++;
      Object.assign(hook(), { drawCalls: calls, frames, frameMillis, firstFrame });
      calls = 0;
    }
    const begin = performance.now();
    callback(now);
    const end = performance.now();
    frameMillis += end - begin;
    if (firstFrame === 0 && (calls > 0 || hook().drawCalls > 0)) {
      firstFrame = end;
      hook().firstFrame = end;
      window.dispatchEvent(new Event('ringside:firstframe'));
    }
  });
})();
