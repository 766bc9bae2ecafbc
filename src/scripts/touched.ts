/** What begins with the first touch or key: a campaign's code goes along, and what was kept opens without connection. */
import { carryCampaign } from './campaign.ts';
import { loadOptional } from './optional-part.ts';

carryCampaign();
void loadOptional(() => import('./offline.ts'));
