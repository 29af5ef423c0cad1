import type { Config } from '#server/config.ts'

/** The code itself in a demo that cannot send texts, which shows it on the page; empty everywhere else. */
export const demoCodeOf = ({ demo, smsUrl }: Pick<Config, 'demo' | 'smsUrl'>, code: string): string =>
  demo && smsUrl === undefined ? code : ''
