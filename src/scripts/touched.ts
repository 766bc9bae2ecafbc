/**
 * What begins with the first touch, key or word: a campaign's code goes along, what was kept opens without connection, what is written stays until
 * it can be sent, and questions may be asked.
 */
import { carryCampaign } from './campaign.ts';
import { askLinks } from './ask-links.ts';
import { loadOptional } from './optional-part.ts';

carryCampaign();
void loadOptional(() => import('./offline.ts'));
// Fetched while there is a connection.
if (document.querySelector('main form[method="post"]')) void loadOptional(() => import('./offline-forms.ts')).then((part) => part?.keepUnsentForms());
// Where a page leads to the form of a question and there is room for it, its reader may be shown it.
if (innerWidth >= 1024 && document.querySelector(askLinks)) void loadOptional(() => import('./ask-opens.ts')).then((part) => part?.offerToAsk());
// A picture opens at its touch, not when what opens it has come.
if (document.querySelector('[data-enlarge]')) void loadOptional(() => import('./enlarge.ts')).then((part) => part?.prepare());
