const DAY_MS = 86_400_000;

/** What a town announces: a market each week, a fair of two days, and a meeting without a page. */
export function townFeed(now: Date): string {
  const day = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const events = [
    [
      ...['UID:market@town.example', `DTSTART;TZID=Europe/London:${day(-20)}T090000`, 'DURATION:PT5H'],
      ...['RRULE:FREQ=WEEKLY', 'SUMMARY:Farmers’ market', 'LOCATION:Market square'],
      'URL:https://town.example/market',
    ],
    [
      ...['UID:fair@town.example', `DTSTART;VALUE=DATE:${day(12)}`, `DTEND;VALUE=DATE:${day(14)}`],
      ...['SUMMARY:River fair', 'LOCATION:Both banks', 'URL:https://town.example/fair'],
      'DESCRIPTION:Boats\\, music and food on both banks of the river.\\nBring a hat.',
    ],
    [
      ...['UID:meeting@town.example', `DTSTART;TZID=Europe/London:${day(5)}T190000`, 'DURATION:PT2H'],
      ...['SUMMARY:Town meeting', 'LOCATION:Town hall'],
    ],
  ];
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Alderwick//Town//EN', 'X-WR-CALNAME:Alderwick town'],
    ...events.flatMap((lines) => ['BEGIN:VEVENT', `DTSTAMP:${day(0)}T000000Z`, ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}
