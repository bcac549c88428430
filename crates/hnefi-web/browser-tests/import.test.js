// @ts-check
// Read a game: paste, drop, step through, take away, play on.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { Server, begun, launch, person, tap } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const COPENHAGEN = 'dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/';
const OTG = `[attackers:Anna]
[defenders:Björn <b>the Bold</b>]
[date:2026.11.20]
[rules:${COPENHAGEN}]

1. d1-d4 f4-i4
[A bold beginning.|The defender <i>runs</i>.]

1b.1.1a. ..... f4-f3
[|Too careful?]
1b.1.2a. d4-d3

2. h1-h3 e5-e3
3. d4-d3
[That is that.]
`;
const RECORDS = `{"id":"first","rules":"fetlar-2018","moves":["d1-d4","f4-i4","h1-h3"],"result":"ongoing"}
{"id":"bad","rules":"fetlar-2018","moves":["d1-d4","d6-d3","h1-h3"]}
{"id":"broken","rules":"fetlar-2018","moves":
{"id":"small","rules":"brandubh","moves":["d2-c2"]}
`;
const TAGS = `[Attackers "Anna"]
[Defenders "Björn"]
[Rules "fetlar-2018"]

1. d1-d4 f4-i4
2. h1-h3 e5-e3
3. d4-d3
`;

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {Page} page @param {string} text @param {string} [rules] @param {boolean} [scripts] whether the page runs any */
async function read(page, text, rules = '', scripts = true) {
  await page.goto('/read');
  await page.fill('#text', text);
  if (rules) await page.selectOption('#rules', rules);
  await page.click('#read-it');
  await page.locator('#what').waitFor();
  if (scripts && await page.locator('#board').count()) await stands(page);
}

/** Waits until the board can be played through. @param {Page} page */
const stands = (page) => page.locator('#turn-board').waitFor();

/** @param {Page} page @param {string} words */
const says = (page, words) => page.waitForFunction((wanted) => document.getElementById('status')?.textContent?.includes(wanted), words);

/** @param {Page} page @param {string} square */
const on = (page, square) => page.locator(`#board [data-square="${square}"]`).innerText();

/** @param {Page} page @param {{name: string, content: string}} file */
async function drop(page, { name, content }) {
  const transfer = await page.evaluateHandle(([file, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text ?? ''], file ?? '', { type: '' }));
    return data;
  }, [name, content]);
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

/** @param {Page} page */
async function assertGood(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] }));
  const said = violations.map((/** @type {any} */ v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((/** @type {any} */ n) => n.target.join(' ')).join(', ')}`);
  assert.deepEqual(said, [], page.url());
  const { scroll, client } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth }));
  assert.ok(scroll <= client, `${page.url()} is ${scroll} wide on a screen of ${client}`);
}

test('a game of OpenTafl with comments and variations is stepped through by mouse and keys', async () => {
  const { page, complaints, context } = await person(browser, server);
  await read(page, OTG);
  await page.click('#notes summary');
  assert.match(await page.locator('#notes').innerText(), /Line 4, column \d+: “tfr:w”/);
  await page.click('#notes summary');
  assert.match(await page.locator('#what').innerText(), /OpenTafl.*Copenhagen/s);
  assert.equal(await page.locator('#troubles').count(), 0);
  assert.equal(await page.locator('#score .variation').count(), 1);
  await page.keyboard.press('ArrowRight');
  await says(page, 'd1–d4');
  assert.equal(await page.locator('#comment').innerText(), 'A bold beginning.');
  assert.match(await on(page, 'd4'), /attacker/);
  await page.keyboard.press('ArrowRight');
  await says(page, 'f4–i4');
  assert.equal(await page.locator('#comment').innerText(), 'The defender <i>runs</i>.');
  await page.getByRole('button', { name: 'f4–f3' }).click();
  await says(page, 'f4–f3');
  assert.match(await on(page, 'f3'), /defender/);
  await page.click('#step-forward');
  await says(page, 'd4–d3');
  await page.keyboard.press('Home');
  assert.match(await on(page, 'd1'), /attacker/);
  await page.keyboard.press('End');
  await says(page, 'd4–d3');
  await page.click('#step-first');
  // After a variation has been looked at, the way on still leads into it; the list leads back to the main line.
  await page.getByRole('button', { name: 'e5–e3' }).click();
  await page.keyboard.press('End');
  await says(page, 'd4–d3');
  assert.equal(await page.locator('#comment').innerText(), 'That is that.');
  await page.keyboard.press('ArrowLeft');
  await says(page, 'e5–e3');
  const before = await page.locator('[data-square="a1"]').boundingBox();
  await page.click('#turn-board');
  const turned = await page.locator('[data-square="a1"]').boundingBox();
  assert.ok(before && turned && turned.y < before.y && turned.x > before.x);
  assert.equal(await page.locator('#import-game b').count(), 0, 'what stands in a tag is text');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what is said of a place is the same whether a script steps there or the page is written for it', async () => {
  const { page, complaints, context } = await person(browser, server);
  const plain = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false });
  const written = await plain.newPage();
  const said = (/** @type {Page} */ there) => there.evaluate(() => ({
    message: document.getElementById('message')?.innerHTML,
    status: document.getElementById('status')?.textContent,
    table: document.getElementById('to-table')?.getAttribute('href'),
  }));
  const refused = TAGS.replace('e5-e3', 'd6-d3');
  const won = '[Rules "viking-game"]\n[Position "/11/9t1/11/4t6/11/11/11/1T9/11/11/3K7/"]\n[Turn "defenders"]\n\n1. ... b8-b1\n2. j2-j4 d11-a11\n';
  for (const [text, last, words] of /** @type {[string, number, RegExp][]} */ ([[refused, 5, /class="refusal".*class="clause".*<a class="grade/s], [refused.replace('d6-d3', 'z6'), 5, /class="refusal"/], [won, 3, /^$/]])) {
    await page.goto(`/read?${new URLSearchParams({ text })}`);
    await page.locator('#turn-board').waitFor();
    assert.equal(await page.locator('#score [data-number]').count(), last);
    for (let at = 0; at <= last; at++) {
      if (at > 0) await page.locator(`#score [data-number="${at}"]`).click();
      await written.goto(`/read?${new URLSearchParams({ text, at: `1.${at}` })}`);
      assert.deepEqual(await said(page), await said(written), `${text} at ${at}`);
    }
    await written.goto(`/read?${new URLSearchParams({ text, at: `1.${Math.min(last, 4)}` })}`);
    assert.match((await said(written)).message ?? '', words);
  }
  assert.deepEqual(complaints, []);
  await plain.close();
  await context.close();
});

test('of many games the bad ones are listed with the good', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/read');
  await drop(page, { name: 'games.jsonl', content: RECORDS });
  await page.locator('#list').waitFor();
  assert.equal(await page.locator('#list li').count(), 4);
  assert.match(await page.locator('#list').innerText(), /4 games.*In 2 of them something is wrong/s);
  const bad = page.locator('#list li').nth(1);
  assert.match(await bad.innerText(), /d6–d3 is refused/);
  await bad.getByRole('button').click();
  await page.locator('#troubles').waitFor();
  assert.match(await page.locator('#troubles').innerText(), /Line 2, column 53: d6–d3 is refused/);
  await stands(page);
  await page.keyboard.press('End');
  await says(page, '1. … d6–d3 is refused');
  await page.locator('#score button.faulty').click();
  await says(page, 'd6–d3 is refused');
  assert.match(await page.locator('#message').innerText(), /in the way/);
  await page.getByRole('button', { name: 'broken' }).or(page.getByRole('button', { name: 'Game 3' })).click();
  await page.locator('#troubles').waitFor();
  assert.match(await page.locator('#troubles').innerText(), /Line 3/);
  await page.getByRole('button', { name: 'small' }).click();
  await says(page, 'Attackers to move');
  assert.equal(await page.locator('#board [data-square]').count(), 49);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a problem leads to its place in the text', async () => {
  const { page, complaints, context } = await person(browser, server);
  await read(page, TAGS.replace('e5-e3', 'e5-z3'));
  await page.locator('#troubles a').click();
  const marked = await page.evaluate(() => {
    const field = /** @type {HTMLTextAreaElement} */ (document.getElementById('text'));
    return [document.activeElement === field, field.value.slice(field.selectionStart, field.selectionStart + 2)];
  });
  assert.deepEqual(marked, [true, 'z3']);
  await page.fill('#text', TAGS);
  await page.click('#read-it');
  await page.locator('#troubles').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a rules string that asks for more than a rule set can say is told so', async () => {
  const { page, complaints, context } = await person(browser, server);
  await read(page, COPENHAGEN.replace('efe:y', 'efe:y surf:y').replace('sw:s', 'sw:w').replace('name:Copenhagen', 'name:Ours'));
  assert.match(await page.locator('#what').innerText(), /rules/i);
  assert.match(await page.locator('#notes').innerText(), /efe:y/);
  assert.equal(await page.locator('#board [data-square]').count(), 121);
  await page.getByRole('link', { name: 'Read these rules' }).click();
  await page.waitForURL(/\/house\//);
  await read(page, COPENHAGEN.replace('atkf:y', 'atkf:maybe'));
  assert.match(await page.locator('#troubles').innerText(), /Line 1, column 24.*atkf/s);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a game is read and stepped through by keys alone', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/read');
  /** @param {string} selector @param {number} [most] */
  const tabTo = async (selector, most = 60) => {
    for (let i = 0; i < most; i++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`no way to ${selector}`);
  };
  await tabTo('#text');
  await page.keyboard.insertText(OTG);
  await tabTo('#read-it');
  await page.keyboard.press('Enter');
  await stands(page);
  await page.keyboard.press('ArrowRight');
  await tabTo('#step-forward');
  await page.keyboard.press('Enter');
  await says(page, 'f4–i4');
  for (let i = 0; i < 5; i++) await page.keyboard.press('Enter');
  await says(page, 'd4–d3');
  assert.ok(await page.evaluate(() => document.activeElement?.id === 'step-forward'), 'at the end the button keeps the focus');
  await tabTo('#score .variation button');
  await page.keyboard.press('Enter');
  await says(page, 'f4–f3');
  await tabTo('#play-on summary');
  await page.keyboard.press('Enter');
  await tabTo('#play-form button');
  await page.keyboard.press('Enter');
  await begun(page);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a finger steps through the moves', async () => {
  const { page, complaints, context } = await person(browser, server, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });
  await read(page, OTG);
  await page.locator('#step-forward').tap();
  await says(page, 'd1–d4');
  await page.locator('#score .variation button').first().tap();
  await says(page, 'f4–f3');
  await page.locator('#step-back').tap();
  await says(page, 'd1–d4');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('who does not say under which rules is shown those that fit', async () => {
  const { page, complaints, context } = await person(browser, server);
  await read(page, '1. d2-c2 d3-e3 2. c2-c3');
  const fits = page.locator('.import-candidates .fits').first();
  assert.match(await fits.innerText(), /Every move is legal/);
  await page.getByRole('button', { name: 'Brandubh' }).click();
  await says(page, 'Attackers to move');
  assert.equal(await page.locator('#rules').inputValue(), 'brandubh');
  assert.deepEqual(complaints, []);
  await context.close();
});

for (const [mode, expected] of /** @type {const} */ ([['screen', 'Defenders to move'], ['friend', 'Send this link'], ['computer', 'the computer, level 1']])) {
  test(`a game is played on from a position: ${mode}`, async () => {
    const { page, complaints, context } = await person(browser, server);
    await read(page, TAGS);
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await page.click('#play-on summary');
    await page.check(`#mode-${mode}`);
    if (mode !== 'screen') await page.selectOption('#side', 'defenders');
    if (mode === 'computer') await page.selectOption('#level', '1');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await begun(page);
    await page.waitForFunction((words) => document.body.innerText.includes(words), expected);
    assert.match(await on(page, 'h3'), /attacker/);
    await tap(page, 'e5');
    await tap(page, 'e3');
    await page.locator('#move-list button').first().waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test('a game goes on under rules that only the text has', async () => {
  const { page, complaints, context } = await person(browser, server);
  await read(page, OTG.replace('sw:s', 'sw:w').replace('name:Copenhagen', 'name:Ours'));
  await page.keyboard.press('ArrowRight');
  await page.click('#play-on summary');
  await page.check('#mode-screen');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await begun(page);
  assert.match(await on(page, 'd4'), /attacker/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a game is taken along in other forms', async () => {
  const { page, complaints, context } = await person(browser, server);
  await read(page, OTG);
  await page.click('#export summary');
  await page.click('[data-format=otg]');
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('file-text')).value.includes('1b.1.1a'));
  await page.click('[data-format=clauses]');
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('file-text')).value.includes('[Rules "copenhagen"]'));
  await page.click('[data-format=rows]');
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('file-text')).value.startsWith('/3ttttt3/'));
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#file-download')]);
  assert.match(download.suggestedFilename(), /^hnefi-copenhagen/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('without scripts a game is read, and stepped through by buttons', async () => {
  const { page, context } = await person(browser, server, { javaScriptEnabled: false });
  await read(page, TAGS, '', false);
  await page.getByRole('button', { name: 'One move forward' }).click();
  assert.match(await page.locator('#status').innerText(), /d1–d4/);
  await page.getByRole('button', { name: 'e5–e3' }).click();
  assert.match(await page.locator('#status').innerText(), /e5–e3/);
  assert.match(await page.locator('#board svg').getAttribute('aria-label') ?? '', /e3/);
  await page.locator('#export summary').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-format=rows]').click()]);
  const rows = await readFile(await download.path(), 'utf8');
  assert.match(rows, /^\/4tt?t.* attackers\n$/);
  await context.close();
});

test('a short text has an address that shows the same place again, and goes back', async () => {
  const { page, complaints, context } = await person(browser, server);
  await read(page, TAGS);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const friend = await person(browser, server);
  await friend.page.goto(page.url());
  await says(friend.page, 'f4–i4');
  await friend.page.getByRole('link', { name: 'Ask about this position' }).click();
  await friend.page.waitForURL('**/table?**');
  await friend.page.goBack();
  await says(friend.page, 'f4–i4');
  assert.deepEqual([complaints, friend.complaints], [[], []]);
  await friend.context.close();
  await context.close();
});

test('what is too large, no text or nothing at all is told', async () => {
  const { page, context } = await person(browser, server);
  await page.goto('/read');
  await drop(page, { name: 'huge.txt', content: 'd1-d4 '.repeat(200_000) });
  await page.locator('#file-problem', { hasText: 'larger than a megabyte' }).waitFor();
  await drop(page, { name: 'picture.png', content: 'PNG\0\0' });
  await page.locator('#file-problem', { hasText: 'no text' }).waitFor();
  await read(page, 'Dear Anna, how are you?');
  assert.match(await page.locator('#troubles').innerText(), /Line 1, column 1/);
  await context.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`every face of the page is accessible and fits 320 pixels (${colorScheme})`, async () => {
    const { page, complaints, context } = await person(browser, server, { colorScheme, viewport: { width: 320, height: 640 } });
    await page.goto('/read');
    await assertGood(page);
    for (const text of [OTG, OTG.replace('e5-e3', 'e5-e11'), RECORDS, '1. d2-c2 d3-e3', COPENHAGEN.replace('sw:s', 'sw:w surf:y'), 'What is this?']) {
      await read(page, text);
      await page.keyboard.press('End');
      for (const summary of await page.locator('#import-game summary').all()) await summary.click();
      await assertGood(page);
    }
    await page.goto('/read');
    await drop(page, { name: 'games.jsonl', content: RECORDS });
    await page.locator('#list').waitFor();
    await page.locator('#list button').nth(1).click();
    await page.locator('#troubles').waitFor();
    await assertGood(page);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test('a game that is read weighs less than 150 kB', async () => {
  const { page, context } = await person(browser, server);
  const client = await context.newCDPSession(page);
  await page.goto('/read');
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  client.on('Network.loadingFinished', (event) => { bytes += event.encodedDataLength; });
  await page.fill('#text', OTG);
  await page.click('#read-it');
  await says(page, 'Attackers to move');
  assert.ok(bytes > 5_000 && bytes < 150_000, `${bytes} bytes`);
  await context.close();
});
