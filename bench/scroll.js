// How evenly a list of 50,000 rows scrolls: the answer of the server is stretched to so many, and the wheel turns for some seconds.
const rowCount = 50_000;
const scrolledMs = 5_000;

/** Frames a second, and the longest that one of them took in milliseconds, at a slow and at a fast turn of the wheel. */
export async function scrolled(page, origin) {
  await page.route('**/dashboard-api/emails?*', async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    const rows = Array.from({ length: rowCount }, (_, at) => stretched(data[at % data.length], at));
    await route.fulfill({ response: answer, json: { object: 'list', has_more: false, data: rows } });
  });
  await page.goto(`${origin}/dashboard/emails`);
  await page.locator('tbody tr').first().waitFor();
  const speeds = [];
  for (const pxPerSecond of [2_000, 5_000, 20_000])
    speeds.push({ pxPerSecond, ...(await page.evaluate(scroll, [pxPerSecond, scrolledMs])) });
  return speeds;
}

/** A row with an id of its own, as the list needs one. */
function stretched(row, at) {
  return { ...row, id: row.id.slice(0, -6) + at.toString(16).padStart(6, '0') };
}

/* In the page. */
function scroll([pxPerSecond, forMs]) {
  return new Promise((resolve) => {
    const frames = [];
    const begun = performance.now();
    let before = begun;
    const next = (now) => {
      frames.push(now - before);
      before = now;
      if (now - begun > forMs) {
        const taken = frames.slice(1);
        resolve({
          framesPerSecond: Math.round(taken.length / ((now - begun) / 1_000)),
          longestMs: Math.round(Math.max(...taken)),
          late: taken.filter((each) => each > 25).length,
        });
        return;
      }
      scrollTo(0, (window.scrollY0 ?? 0) + ((now - begun) / 1_000) * pxPerSecond);
      requestAnimationFrame(next);
    };
    window.scrollY0 = window.scrollY;
    requestAnimationFrame(next);
  });
}
