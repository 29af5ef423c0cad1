export interface DeviceName {
  kind: 'terminal' | 'browser' | 'unknown'
  browser: string
  system: string
}

/** A user agent may name several browsers: the first match in this order wins. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

const firstOf = (names: readonly (readonly [RegExp, string])[], agent: string): string =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? ''

/** The browser and operating system of a user agent. */
export function deviceNameOf(agent: string): DeviceName {
  if (agent.startsWith('Pitlane-Terminal')) return { kind: 'terminal', browser: '', system: '' }
  const [browser, system] = [firstOf(browsers, agent), firstOf(systems, agent)]
  return { kind: browser && system ? 'browser' : 'unknown', browser, system }
}
