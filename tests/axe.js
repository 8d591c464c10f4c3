// Opens pages in headless Chromium and runs axe-core over them, light and dark, wide and narrow, and with
// scripts off: axe.js CHROMIUM PAGE... Fails on a serious or critical violation, a message on the console, an
// address that is asked for, a page wider than its window, or a missing table without scripts.
'use strict';
const { chromium } = require('playwright-core');
const axe = require('axe-core');
const [executablePath, ...pages] = process.argv.slice(2);
let failed = 0;
const fail = (...words) => { failed++; console.log('FAILED', ...words); };

async function check(browser, page, colorScheme, width) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
  const tab = await context.newPage();
  tab.on('console', m => m.type() === 'error' && fail(page, m.text()));
  tab.on('pageerror', e => fail(page, e.message));
  tab.on('request', r => r.url().startsWith('file:') || r.url().startsWith('data:') || fail(page, r.url()));
  await tab.goto('file://' + page);
  await tab.evaluate(() => { for (const d of document.querySelectorAll('details')) d.open = true; });
  await tab.evaluate(axe.source);
  const result = await tab.evaluate(() => window.axe.run());
  for (const v of result.violations.filter(v => v.impact === 'serious' || v.impact === 'critical'))
    fail(page, colorScheme, width, v.id, v.help, v.nodes.slice(0, 3).map(n => n.html.slice(0, 120)));
  const over = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 1) fail(page, colorScheme, width, 'wider than the window by', over);
  await context.close();
}

async function checkWork(browser, page) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const tab = await context.newPage();
  tab.on('console', m => m.type() === 'error' && fail(page, m.text()));
  await tab.goto('file://' + page);
  if (await tab.locator('#changes').count()) {
    const first = () => tab.locator('#changes tbody tr').first().innerText();
    const before = await first();
    await tab.locator('#changes thead button', { hasText: 'change' }).click();
    await tab.locator('#changes thead button', { hasText: 'change' }).click();
    const order = await tab.locator('#changes thead th[aria-sort]').getAttribute('aria-sort');
    if (order !== 'descending') fail(page, 'sorting says', order);
    const values = await tab.locator('#changes tbody tr').evaluateAll((rows, i) => rows
      .map(r => r.querySelectorAll('th,td')[i].dataset.v).filter(v => v !== undefined).map(Number), 4);
    if (values.some((v, i) => i && v > values[i - 1])) fail(page, 'not sorted', values.join(' '));
    await tab.locator('#filter input[name=text]').fill('no such test');
    if (await tab.locator('#changes tbody tr:visible').count()) fail(page, 'the filter leaves rows', before);
  }
  await context.close();
}

async function checkWithoutScripts(browser, page) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const tab = await context.newPage();
  await tab.goto('file://' + page);
  if (!await tab.locator('table tbody tr').count()) fail(page, 'no table without scripts');
  await context.close();
}

(async () => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  for (const page of pages) {
    // Charts are alike on their pages: one look each; reports get all four.
    const report = /report|sweep/.test(page);
    for (const scheme of report ? ['light', 'dark'] : ['light'])
      for (const width of report ? [1400, 420] : [420]) await check(browser, page, scheme, width);
    await checkWork(browser, page);
    await checkWithoutScripts(browser, page);
  }
  await browser.close();
  console.log(`html: ${pages.length} pages, ${failed} failures`);
  process.exit(failed ? 1 : 0);
})();
