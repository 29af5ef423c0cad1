import { describe, expect, it } from 'vitest'
import { deviceNameOf } from './device-name.calc.ts'

const WEB_KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the name of a device', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEB_KIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEB_KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
      'Edge',
      'Windows',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEB_KIT} Version/19.0 Mobile Safari/604.1`,
      'Safari',
      'iPhone',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15) ${WEB_KIT} Chrome/140.0 Mobile Safari/537.36 MicroMessenger/8.0`,
      'WeChat',
      'Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  ])('is found in %s', (agent, browser, system) => {
    expect(deviceNameOf(agent)).toEqual({ kind: 'browser', browser, system })
  })

  it('is that of the terminal, or empty where it is unknown', () => {
    expect(deviceNameOf('Pitlane-Terminal').kind).toBe('terminal')
    expect(deviceNameOf('curl/8').kind).toBe('unknown')
    expect(deviceNameOf('').kind).toBe('unknown')
  })
})
