// @ts-check
// The twenty disputes that tables have most, each settled on a phone from the first page, with the clause that decides it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person } from './hnefi.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** What somebody types, which question it finds first, and words of the first clause. @type {[string, RegExp, RegExp][]} */
const TWENTY = [
  ['king beside throne', /three attackers capture the king beside the empty throne/, /Beside the empty centre three attackers suffice/],
  ['king edge captured', /Is the king captured on the edge/, /At the edge he must first be driven/],
  ['king beside corner', /Is the king captured beside a corner/, /squares beside a corner are at the edge/],
  ['against empty throne', /captured against the empty throne/, /./],
  ['occupied throne', /captured against the throne with the king on it/, /while the king is on it/],
  ['soldier against corner', /Is a soldier captured against a corner/, /beside a corner can be squashed against it/],
  ['pass over throne', /May a soldier pass over the empty throne/, /may cross the central square/],
  ['stop on throne', /May a soldier stop on the throne/, /Only the king may occupy the central square/],
  ['king return', /May the king go back to his throne/, /may go back to the central square/],
  ['between', /moves in between two enemies/, /may stand where it can be taken/],
  ['capture two', /Can one move capture two/, /./],
  ['hammer', /Does the king capture when he moves/, /counted among the defending warriors/],
  ['anvil', /capture against his own king/, /counted among the defending warriors/],
  ['stalemate', /no legal move/, /cannot move, the game is drawn/],
  ['threefold', /same position comes up again/, /for the third time/],
  ['surrounded', /when everybody is surrounded/, /Encircling the king/],
  ['edge win', /on the edge, or only on a corner/, /reaches any of the four corners/],
  ['fort', /in a fort on the edge/, /reaching a corner and in no other way/],
  ['shield wall', /Does a shieldwall capture/, /Only the sandwich captures/],
  ['who begins', /Who begins/, /The attackers begin/],
];
const MOST_PRESSES = 5;

test('each of the twenty is settled in five presses, with its clause on the first screen', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const asked = new Set();
  for (const [words, question, clause] of TWENTY) {
    let presses = 0;
    /** @param {import('playwright-core').Locator} what */
    const press = async (what) => { await what.tap(); presses++; };
    await page.goto('/');
    await press(page.getByRole('link', { name: 'Disputes' }));
    await page.waitForURL('**/disputes');
    await press(page.locator('#q'));
    await page.keyboard.type(words);
    await page.waitForFunction((typed) => document.getElementById('count')?.textContent?.includes(`“${typed}”`), words);
    const first = page.locator('details.dispute:visible').first();
    assert.match(await first.locator('h3').innerText(), question, words);
    asked.add(await first.locator('h3').innerText());
    if (!await first.evaluate((dispute) => dispute.hasAttribute('open'))) await press(first.locator('summary'));
    const voice = first.locator('.dispute-groups li').first();
    assert.match(await voice.innerText(), clause, words);
    assert.match(await voice.innerText(), /said by the leaflet|our reading|our choice/, words);
    const box = await voice.boundingBox();
    assert.ok(box && box.y + Math.min(box.height, 60) <= 844, `${words}: the clause stands at ${box?.y}`);
    assert.ok(presses <= MOST_PRESSES, `${words}: ${presses} presses`);
  }
  assert.equal(asked.size, TWENTY.length, 'each finds a question of its own');
  assert.deepEqual(complaints, []);
  await context.close();
});
