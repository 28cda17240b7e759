import { personalDataOf } from '../core/personal-data.ts';

const ITS_COMMUNITYS = 'a home is its community’s';

export const personalData = personalDataOf({
  homes: {
    cut: ['changed_by'],
    keep: { sections: ITS_COMMUNITYS, faqs: ITS_COMMUNITYS },
    none: ['server_id', 'version', 'changed_at', 'published_version', 'faqs_version'],
  },
  home_pages: {
    cut: ['published_by'],
    keep: { sections: ITS_COMMUNITYS },
    none: ['server_id', 'version', 'published_at'],
  },
  home_pictures: { none: ['server_id', 'file_id', 'page', 'audience'] },
  home_reports: {
    of: 'reporter_id',
    cut: ['reporter_id', 'answered_by'],
    keep: { note: 'why it was reported, for those who decide about it' },
    none: ['id', 'server_id', 'reason', 'created_at', 'answered_at'],
    title: 'Communities you reported',
    exported: ['server_id', 'reason', 'note', 'created_at'],
  },
});
