// Hand-written checks of accessibility rules, named after axe-core's where it
// has the same one. checkA11y gives one line for each violation.
function checkA11y(document) {
  'use strict';
  const found = [];
  const outline = (node) => node.outerHTML.replace(/\s+/g, ' ').slice(0, 120);
  const report = (rule, node, why) => found.push(`${rule}: ${why}: ${outline(node)}`);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const shown = (node) => node.checkVisibility({ visibilityProperty: true });
  const exposed = (node) => shown(node) && !node.closest('[aria-hidden="true"], [inert]');

  // The roles of WAI-ARIA 1.2 that an author may use.
  const roles = new Set(('alert alertdialog application article banner blockquote button caption cell checkbox code ' +
    'columnheader combobox complementary contentinfo definition deletion dialog directory document emphasis feed ' +
    'figure form generic grid gridcell group heading img insertion link list listbox listitem log main marquee math ' +
    'menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation ' +
    'progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider ' +
    'spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time timer ' +
    'toolbar tooltip tree treegrid treeitem').split(' '));
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], ' +
    'meter, progress, [role=img], dialog[open], [role=dialog]' +
    ['button', 'checkbox', 'combobox', 'link', 'listbox', 'menuitem', 'option', 'radio', 'searchbox', 'slider',
      'spinbutton', 'switch', 'tab', 'textbox', 'treeitem'].map((role) => `, [role=${role}]`).join('');

  // A subset of the accessible name computation: enough to tell whether there is one.
  const contentName = (node) => {
    const parts = [node.textContent, ...[...node.querySelectorAll('[aria-label], img[alt]')]
      .map((inner) => inner.getAttribute('aria-label') || inner.alt)];
    return parts.join(' ').trim();
  };
  const accessibleName = (node) => {
    const referenced = (node.getAttribute('aria-labelledby') || '').split(/\s+/).filter(Boolean)
      .map((id) => document.getElementById(id)?.textContent.trim() || '').join(' ').trim();
    if (referenced) return referenced;
    const label = (node.getAttribute('aria-label') || '').trim();
    if (label) return label;
    const own = [...(node.labels || [])].map((each) => contentName(each)).join(' ').trim();
    if (own) return own;
    if (node.matches('input[type=submit], input[type=button], input[type=reset]') && node.value) return node.value;
    if (!node.matches('input, select, textarea, meter, progress, dialog, [role=dialog], [role=img], [role=slider], ' +
        '[role=spinbutton], [role=textbox], [role=combobox], [role=listbox]')) {
      const content = contentName(node);
      if (content) return content;
    }
    return (node.title || '').trim();
  };

  const html = document.documentElement;
  if (!html.lang) report('html-has-lang', html.cloneNode(false), 'the page does not say its language');
  else if (!/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(html.lang)) report('html-lang-valid', html.cloneNode(false), 'not a language tag');
  if (!document.title.trim()) report('document-title', html.cloneNode(false), 'the page has no title');
  const mains = all('main, [role=main]').filter(shown);
  if (mains.length !== 1) report('landmark-main', document.body.cloneNode(false), `${mains.length} main landmarks are shown, not one`);

  for (const node of all(controls).filter(exposed)) {
    if (!accessibleName(node)) report('name', node, 'nothing to call it by');
  }
  for (const node of all('img, input[type=image], area[href]').filter(exposed)) {
    if (!node.hasAttribute('alt') && !node.hasAttribute('aria-label') && !node.hasAttribute('aria-labelledby')) {
      report('image-alt', node, 'no alternative text');
    }
  }
  const ids = new Map();
  for (const node of all('[id]')) {
    if (ids.has(node.id)) report('duplicate-id', node, `the id ${node.id} is used twice`);
    ids.set(node.id, node);
  }
  for (const node of all('[role]')) {
    for (const role of node.getAttribute('role').split(/\s+/).filter(Boolean)) {
      if (!roles.has(role)) report('role', node, `no such role: ${role}`);
    }
  }
  for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-activedescendant', 'aria-owns']) {
    for (const node of all(`[${attribute}]`).filter(exposed)) {
      for (const id of node.getAttribute(attribute).split(/\s+/).filter(Boolean)) {
        if (!document.getElementById(id) && !(attribute === 'aria-labelledby' && !accessibleName(node))) {
          report('aria-reference', node, `${attribute} names ${id}, which is not there`);
        }
      }
    }
  }
  for (const node of all('[tabindex]')) {
    if (node.tabIndex > 0) report('tabindex', node, 'a positive tabindex breaks the order');
  }
  const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
  for (const node of all('[aria-hidden="true"]')) {
    for (const inner of [node, ...node.querySelectorAll('*')]) {
      if (inner.matches(focusable) && shown(inner) && !inner.closest('[inert]')) {
        report('aria-hidden-focus', inner, 'hidden from readers, yet the keyboard stops there');
      }
    }
  }
  let level = 0;
  for (const node of all('h1, h2, h3, h4, h5, h6, [role=heading]').filter(exposed)) {
    const next = Number(node.getAttribute('aria-level') || node.tagName.slice(1));
    if (level > 0 && next > level + 1) report('heading-order', node, `level ${next} after level ${level}`);
    level = next;
  }

  // Contrast, as WCAG 2 computes it. Elements over a picture, or over the
  // program's canvas with nothing opaque between, are left out: what stands
  // behind them is not known here.
  const overCanvas = document.querySelector('body > canvas') !== null;
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => { // the browser itself turns any CSS colour into bytes
    canvas.canvas.width = canvas.canvas.height = 1;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, alpha, below) => below.map((value, i) => top[i] * alpha + value * (1 - alpha));
  const luminance = (colour) => {
    const [r, g, b] = colour.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const base = rgba(getComputedStyle(html).colorScheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#ffffff').slice(0, 3);

  // stack gives the colours of a text and of what is behind it, or null.
  const stack = (node) => {
    const chain = [];
    for (let each = node; each; each = each.parentElement) chain.unshift(getComputedStyle(each));
    let behind = base;
    let opacity = 1;
    let known = !overCanvas;
    for (const [i, style] of chain.entries()) {
      if (style.backgroundImage !== 'none') return null;
      opacity *= Number(style.opacity);
      const [r, g, b, a] = rgba(style.backgroundColor);
      behind = over([r, g, b], a * opacity, behind);
      known ||= i > 1 && a * opacity === 1; // the canvas hides html and body
    }
    if (!known) return null;
    const [r, g, b, a] = rgba(chain.at(-1).color);
    return { front: over([r, g, b], a * opacity, behind), behind };
  };
  const textOf = (node) => [...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data).join('').trim();
  for (const node of all('body, body *')) {
    if (!textOf(node) || !shown(node) || node.matches('script, style, noscript, option, :disabled') || node.closest('[aria-disabled="true"], noscript')) {
      continue;
    }
    const box = node.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue; // for screen readers only
    const colours = stack(node);
    if (!colours) continue;
    const [high, low] = [luminance(colours.front), luminance(colours.behind)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const style = getComputedStyle(node);
    const size = parseFloat(style.fontSize);
    const wanted = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (ratio < wanted) report('color-contrast', node, `${ratio.toFixed(2)}:1, at least ${wanted}:1 is readable`);
  }
  return found;
}
