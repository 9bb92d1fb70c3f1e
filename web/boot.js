// Loads and starts the program, shows how far the load is, and says what is
// wrong when it cannot start or has stopped.
(() => {
  'use strict';

  const words = {
    en: {
      loading: 'Loading the simulator…',
      starting: 'Starting…',
      reload: 'Load again',
      bytes: (done, total) => `${done} of ${total} MB`,
      noWasm: 'This browser cannot run WebAssembly. A current Firefox, Chrome, Edge or Safari can.',
      noWebGL: 'This browser offers no WebGL 2, which the picture is drawn with. Hardware acceleration may be switched off in its settings.',
      noServer: 'A browser does not load programs from local files. Serve this folder, for example with “make run”, and open that address.',
      download: 'The simulator could not be loaded.',
      damaged: 'The simulator was loaded but is damaged or does not fit this page. Loading again may help.',
      stopped: 'The simulator has stopped. The scenario is still in the address: load again to go on.',
    },
    zh: {
      loading: '正在加载模拟器…',
      starting: '正在启动…',
      reload: '重新加载',
      bytes: (done, total) => `${done} / ${total} MB`,
      noWasm: '此浏览器不支持 WebAssembly。请使用新版的 Firefox、Chrome、Edge 或 Safari。',
      noWebGL: '此浏览器没有提供绘图所需的 WebGL 2，可能是设置中关闭了硬件加速。',
      noServer: '浏览器不会从本地文件加载程序。请用 HTTP 服务提供此目录（例如 “make run”），再打开相应的地址。',
      download: '无法加载模拟器。',
      damaged: '模拟器已下载，但文件已损坏或与本页不匹配。重新加载也许有用。',
      stopped: '模拟器已停止运行。场景仍保存在地址中，重新加载即可继续。',
    },
  };

  const query = new URLSearchParams(location.search);
  const lang = (query.get('lang') || navigator.language || 'en').toLowerCase().startsWith('zh') ? 'zh' : 'en';
  const text = words[lang];
  const element = (name) => document.getElementById(`boot-${name}`);

  function dress() {
    document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
    const theme = query.get('theme');
    if (theme === 'light' || theme === 'dark') {
      document.documentElement.dataset.theme = theme;
    }
    for (const node of document.querySelectorAll('#boot [data-text]')) {
      node.textContent = text[node.dataset.text];
    }
    element('loading').hidden = false;
    element('reload').addEventListener('click', () => location.reload());
  }

  function fail(key, detail) {
    element('message').textContent = text[key];
    element('detail').textContent = detail || '';
    element('loading').hidden = true;
    document.getElementById('boot').hidden = false;
    element('error').hidden = false;
  }

  const failure = (key, detail) => Object.assign(new Error(detail), { key });

  // progress takes the share of the bytes that are here, of a download that is
  // total bytes long on the wire.
  function progress(share, total) {
    const megabytes = (n) => (n / 1e6).toFixed(1);
    element('progress').value = Math.min(share, 1);
    element('bytes').textContent = text.bytes(megabytes(Math.min(share, 1) * total), megabytes(total));
    if (share >= 1) {
      element('status').textContent = text.starting;
    }
  }

  const stop = new AbortController(); // of what is being loaded
  const get = (name) => fetch(name, { credentials: 'same-origin', signal: stop.signal });

  // sizes are the lengths that the build wrote down; without them the bar only
  // shows that something goes on.
  const sizes = get('sizes.json').then((r) => (r.ok ? r.json() : {})).catch(() => ({}));

  // follow counts the bytes of a body as they come.
  async function follow(body, length, wireLength) {
    const reader = body.getReader();
    let done = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      done += part.value.length;
      if (length > 0) {
        progress(done / length, wireLength);
      }
    }
  }

  // head reads the first piece of a body, to tell what it is, and gives a body
  // that still has it.
  async function head(body) {
    const reader = body.getReader();
    const first = await reader.read();
    const whole = new ReadableStream({
      start(controller) {
        if (first.value) {
          controller.enqueue(first.value);
        }
      },
      async pull(controller) {
        const part = await reader.read();
        if (part.done) {
          controller.close();
        } else {
          controller.enqueue(part.value);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return { byte: first.value?.[0], whole };
  }

  // unpacked gives the program from main.wasm.gz, or null if the host has none.
  async function unpacked() {
    const response = await get('main.wasm.gz').catch(() => null);
    if (!response?.ok || !response.body) {
      return null;
    }
    const { byte, whole } = await head(response.body);
    const length = Number(response.headers.get('Content-Length')) || (await sizes)['main.wasm.gz'];
    if (byte === 0x1f) { // gzip
      const [counted, body] = whole.tee();
      return { body: body.pipeThrough(new DecompressionStream('gzip')), counted, length, wireLength: length };
    }
    if (byte === 0x00) { // WebAssembly: the host has declared the file as encoded, and it came decoded
      const [counted, body] = whole.tee();
      return { body, counted, length: (await sizes)['main.wasm'], wireLength: length };
    }
    whole.cancel(); // some hosts answer every address with a page
    return null;
  }

  const asWasm = (body) => new Response(body, { headers: { 'Content-Type': 'application/wasm' } });

  // download gives the program as an answer that can be compiled while it
  // comes. A host that compresses main.wasm itself is best: browsers keep the
  // compiled program only for such plain answers. For others main.wasm.gz is
  // taken and unpacked here.
  async function download() {
    const plain = await get('main.wasm').catch((error) => { throw failure('download', error.message); });
    const encoding = plain.headers.get('Content-Encoding');
    if (!(plain.ok && encoding) && typeof DecompressionStream === 'function') {
      const packed = await unpacked();
      if (packed) {
        plain.body?.cancel();
        follow(packed.counted, packed.length, packed.wireLength).catch(() => {}); // the compiler reports it
        return asWasm(packed.body);
      }
    }
    if (!plain.ok) {
      throw failure('download', `main.wasm: HTTP ${plain.status}`);
    }
    const known = await sizes;
    const wireLength = Number(plain.headers.get('Content-Length')) || known[encoding ? 'main.wasm.gz' : 'main.wasm'];
    follow(plain.clone().body, encoding ? known['main.wasm'] : wireLength, wireLength).catch(() => {});
    const declared = (plain.headers.get('Content-Type') || '').startsWith('application/wasm');
    return declared ? plain : asWasm(plain.body);
  }

  // compile begins while the bytes still come.
  async function compile(response) {
    try {
      if (WebAssembly.compileStreaming) {
        return await WebAssembly.compileStreaming(response);
      }
      return await WebAssembly.compile(await response.arrayBuffer());
    } catch (error) {
      throw broken(error);
    }
  }

  const instantiate = (module, imports) => WebAssembly.instantiate(module, imports).catch((error) => { throw broken(error); });

  const broken = (error) => failure(
    error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError ? 'damaged' : 'download', error.message);

  // warm sets a few words out of sight. The first use of a typeface takes a
  // browser tens of milliseconds, which are free while the program comes.
  function warm() {
    const sample = document.createElement('div');
    sample.className = 'boot-warm';
    sample.setAttribute('aria-hidden', 'true');
    for (const tag of ['span', 'b', 'code']) {
      sample.append(Object.assign(document.createElement(tag), { textContent: 'Ringside 0 · 中文 ✓ ✗ → × …' }));
    }
    document.body.append(sample);
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    for (const weight of [400, 600]) {
      pen.font = `${weight} 13px ${getComputedStyle(sample).fontFamily}`;
      pen.fillText(sample.textContent, 0, 13);
    }
    pen.getImageData(0, 0, 1, 1);
    sample.getBoundingClientRect();
    sample.remove();
  }

  function hasWebGL2() {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext(); // there are only a few at a time
    return Boolean(context);
  }

  async function start() {
    if (location.protocol === 'file:') {
      throw failure('noServer');
    }
    if (typeof WebAssembly !== 'object') {
      throw failure('noWasm');
    }
    const compiling = compile(await download());
    compiling.catch(() => {}); // it is waited for below
    if (!hasWebGL2()) { // asked while the program is under way, as it takes long
      stop.abort();
      throw failure('noWebGL');
    }
    warm();
    const go = new Go();
    let code = 0;
    const exit = go.exit;
    go.exit = (status) => { code = status; exit(status); };
    const instance = await instantiate(await compiling, go.importObject);
    await go.run(instance);
    throw failure('stopped', `exit code ${code}`);
  }

  dress();
  window.addEventListener('ringside:firstframe', () => { document.getElementById('boot').hidden = true; });
  start().catch((error) => {
    console.error(`ringside: ${error.key || 'stopped'}: ${error.message}`);
    fail(error.key || 'stopped', error.message);
  });
})();
