/** Watches a browser page for anything a reader's console would complain about. */
import type { Page } from '@playwright/test';

/** Messages that Chromium prints about an answer's status; answers are judged by themselves below. */
const aboutStatus = /^Failed to load resource: the server responded with a status of/;

/**
 * Collects console errors and warnings about the page, uncaught exceptions, violations of the content security
 * policy (they are console errors), failed requests, and parts of the page answered with an error status.
 */
export function watchConsole(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if ((message.type() === 'error' && !aboutStatus.test(text)) || /hydrat|Content Security Policy|Permissions policy violation/i.test(text))
      complaints.push(`console: ${text}`);
  });
  page.on('pageerror', (error) => void complaints.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    // A page that is left, or a picture scrolled away, breaks off its requests.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') complaints.push(`request failed: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    const request = response.request();
    // A form that a script sends and has to be looked at again, or whose sender is to show to be a person, as when the browser itself sends it.
    const isShown = request.headers()['accept'] === 'text/html' || new URL(request.url()).pathname.startsWith('/_api/');
    const isForm = (response.status() === 422 || response.status() === 400) && request.method() === 'POST' && isShown;
    if (response.status() >= 400 && request.resourceType() !== 'document' && !isForm) complaints.push(`status ${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1' && hostname !== 'localhost') complaints.push(`asked another host: ${request.url()}`);
  });
  return complaints;
}
