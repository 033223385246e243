import { mostAnnouncementRequests, type SourceDescription } from '../source.ts'
import { createCboeNotices } from './cboe-notices.ts'

export const cboeSource: SourceDescription = {
  id: 'cboe',
  name: 'Cboe notices',
  label: 'Cboe',
  brings: 'The exchange’s dividend notices, with the amounts of WeeklyPay funds on Friday for Monday.',
  terms: {
    sentence: 'Cboe’s content may be used only with its approval, requested by mail.',
    url: 'https://www.cboe.com/use_of_content'
  },
  needsPermission: 'Its terms ask for permission in advance.',
  variable: 'ANNOUNCEMENTS',
  robots: {
    treatment: 'obeyed',
    addresses: ['https://www.cboe.com/us/equities/notices/dividends/details/?firm_name=Roundhill']
  },
  mostRequests: mostAnnouncementRequests,
  announces: {
    open: createCboeNotices,
    sourceName: 'Cboe notices',
    issuer: 'Roundhill',
    families: ['roundhill-weeklypay'],
    hours: { from: '16:45', to: '18:15' }
  }
}
