import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frameAddress, frameOrigins, videoOf } from './videos.ts';

declare const URL: new (address: string) => Record<'origin' | 'pathname' | 'search', string>;

const HOSTS = ['tube.example', 'films.example:8443'];
const SHORT = 'kkGMgK9ZtnKfYAgnEtQxbv';
const UUID = '9c9de5e8-0a1e-484a-b099-e80766180a6d';

describe('an address of a video', () => {
  test.each([
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
    ],
    [
      'youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=4',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
    ],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0'],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1'],
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=8272103f6e'],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=8272103f6e',
    ],
    [`https://tube.example/w/${SHORT}`, `https://tube.example/videos/embed/${SHORT}?autoplay=1&p2p=0`],
    [`https://tube.example/videos/watch/${UUID}`, `https://tube.example/videos/embed/${UUID}?autoplay=1&p2p=0`],
    [`https://films.example:8443/w/${SHORT}`, `https://films.example:8443/videos/embed/${SHORT}?autoplay=1&p2p=0`],
  ])('%s plays %s', (address, frame) => {
    const video = videoOf(address, HOSTS);
    expect(video && frameAddress(video)).toBe(frame);
  });

  test.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/@someone',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ%22',
    'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?u=https://youtu.be/dQw4w9WgXcQ',
    'https://youtu.be:8080/dQw4w9WgXcQ',
    'https://me@youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'https://vimeo.com/76979871/../x',
    'https://vimeo.com/76979871/8272103f6e/more',
    `https://other.example/w/${SHORT}`,
    `https://tube.example:8443/w/${SHORT}`,
    'https://tube.example/w/short',
    `https://tube.example/accounts/${SHORT}`,
    'javascript:alert(1)',
  ])('%s is none', (address) => {
    expect(videoOf(address, HOSTS)).toBeNull();
  });

  test('whatever was typed, the frame is of a known host, and nothing but the id is in it', () => {
    const pieces = fc.constantFrom(
      ...[
        'https://',
        'youtu.be/',
        'www.youtube.com/watch?v=',
        'vimeo.com/',
        'tube.example/w/',
        'dQw4w9WgXcQ',
        '76979871',
        SHORT,
      ],
      ...['"', '<', '../', '&autoplay=', '#', '?h=', '/', 'x', '%2f', '8272103f6e'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (parts) => {
        const video = videoOf(parts.join(''), HOSTS);
        if (video === null) return;
        const frame = new URL(frameAddress(video));
        expect(frameOrigins(HOSTS)).toContain(frame.origin);
        expect(frame.origin).toBe(`https://${video.host}`);
        expect(frame.pathname).toMatch(/^\/(?:embed|video|videos\/embed)\/[\w-]+$/);
        expect(frame.search).toMatch(/^\?[\w=&]+$/);
      }),
      { numRuns: 3000 },
    );
  });
});
