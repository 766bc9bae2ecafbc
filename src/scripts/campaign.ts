/**
 * R2.225: the code of the campaign that a visit began with goes along on the links and forms of a list. Kept pages know no
 * visit, so the links that a reader turns to get it here.
 */
import { campaignCode, campaignOf, carrying } from '#lib/campaign.rules.ts';

const links = 'main [data-stay] a[href], main a.beside';
const forms = 'main [data-stay] form';

function complete(root: ParentNode, code: string): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>(links)) link.href = carrying(link.href, code);
  for (const form of root.querySelectorAll<HTMLFormElement>(forms)) {
    if (form.elements.namedItem(campaignCode)) continue;
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = campaignCode;
    field.value = code;
    form.append(field);
  }
}

/** Completes the links there are, and those that come when a list changes in place or something is opened. */
export function carryCampaign(): void {
  const carry = (): void => {
    const code = campaignOf(new URLSearchParams(location.search));
    if (code !== undefined) complete(document, code);
  };
  carry();
  for (const sign of ['loftling:list', 'pointerdown', 'focusin']) addEventListener(sign, carry, { capture: true, passive: true });
}
