/** Imported before a program that tests start: ends it, the way an operator would, when the tests are gone. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
