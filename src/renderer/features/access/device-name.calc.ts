export interface DeviceName {
  kind: 'terminal' | 'browser' | 'unknown'
  browser: string
  system: string
}

/** Where one names itself among others, the first of these is meant. */
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

/** What people call what a program says of itself. */
export function deviceNameOf(agent: string): DeviceName {
  if (agent.startsWith('Pitlane-Terminal')) return { kind: 'terminal', browser: '', system: '' }
  const [browser, system] = [firstOf(browsers, agent), firstOf(systems, agent)]
  return { kind: browser && system ? 'browser' : 'unknown', browser, system }
}
