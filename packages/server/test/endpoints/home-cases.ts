import { newId } from '../../src/core/id.ts';
import type { Case, Fixture } from './endpoint-cases.ts';

type Given = Record<'editors' | 'seers' | 'members' | 'open', Case['expect']> &
  Record<'server', (fixture: Fixture) => object>;

/** Who may call the endpoints of homes. The community is secret, and the member holds no MANAGE_HOME. */
export function homeCases({ editors, seers, members, open, server }: Given): Record<string, Case> {
  const owner: Case['expect'] = [401, 403, 403, 403];
  return {
    getHome: { expect: seers, input: server },
    saveHome: { expect: editors, input: (fixture) => ({ ...server(fixture), sections: [], version: 0 }) },
    publishHome: { expect: editors, input: (fixture) => ({ ...server(fixture), version: 0 }) },
    restoreHome: { expect: editors, input: (fixture) => ({ ...server(fixture), version: 0 }) },
    getFaqs: { expect: seers, input: server },
    saveFaqs: { expect: editors, input: (fixture) => ({ ...server(fixture), faqs: [] }) },
    reportHome: { expect: members, input: (fixture) => ({ ...server(fixture), reason: 'spam' }) },
    listHomeReports: { expect: owner },
    dismissHomeReport: { expect: owner, input: () => ({ reportId: newId() }) },
    getVideoSettings: { expect: open },
  };
}
