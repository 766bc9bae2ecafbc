/** Accessibility rules over a page, as tests of it begin. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What WCAG 2.2 AA asks for, and the habits beyond it that axe knows. */
export const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * An axe that tells of violations alone: writing down the thousands of elements that are well takes longer than looking
 * at them. Our pages hold no frames (the policy forbids them), so results need no second page to be put together in.
 */
export const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
