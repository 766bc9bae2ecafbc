/** What script adds to a field for a number: the reader's own dial code, and groups as one types. Without it the number is taken as typed. */
import { grouped } from '#lib/phone/phone-groups.ts';
import { loadOptional } from './optional-part.ts';

/** @param form whose numbers are helped along. */
export function wakePhones(form: HTMLElement): void {
  for (const place of form.querySelectorAll<HTMLElement>('.phone')) {
    const [country, number] = [place.querySelector('select'), place.querySelector('input')];
    if (!country || !number) continue;
    let isChosen = false;
    country.addEventListener('change', () => {
      isChosen = true;
      number.value = grouped(number.value, country.value);
    });
    number.addEventListener(
      'focus',
      () => {
        // Until somebody has chosen a country or typed, theirs is chosen for them; what the server knew already stays.
        if (number.value !== '' || country.matches('[data-known]')) return;
        void loadOptional(() => import('#islands/browser/whereabouts.ts')).then(async (part) => {
          const iso2 = await part?.countryForPhones();
          if (iso2 && !isChosen && number.value === '' && country.querySelector(`option[value="${CSS.escape(iso2)}"]`)) country.value = iso2;
        });
      },
      { once: true },
    );
    number.addEventListener('input', (event) => {
      // Who writes or takes away in the middle keeps their place.
      const isAtEnd = number.selectionStart === number.value.length;
      const takesAway = event instanceof InputEvent && event.inputType.startsWith('delete');
      if (isAtEnd && !takesAway) number.value = grouped(number.value, country.value);
    });
  }
}
