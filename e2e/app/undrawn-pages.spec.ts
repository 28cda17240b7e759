import { expect, test } from '../fixtures.ts';
import { startProduct } from '../product.ts';
import { DETAIL } from '../viewports.ts';

test('a page whose questions our API refuses for now is sent undrawn', DETAIL, async () => {
  const product = await startProduct({ empty: true, env: { RATE_LIMITS: 'on' } });
  try {
    const read = (path: string) => fetch(new URL(path, product.url));
    const statuses = await Promise.all(
      Array.from({ length: 301 }, async () => (await read('/api/v1/public/servers')).status),
    );
    expect(statuses).toContain(429);
    expect(await (await read('/discover')).text()).toContain('<div id="root"></div>');
    // One that asks nothing is drawn, once the program that draws has started.
    await expect.poll(async () => (await read('/sign-in')).text()).toContain('data-drawn="page"');
  } finally {
    await product.stop();
  }
});
