import { describe, expect, it } from 'vitest'
import { type LayoutSettings, layoutAt, layoutSettingsOf } from './layout.calc.ts'

const defaults = layoutSettingsOf(null)
const with_ = (part: Partial<LayoutSettings>) => ({ ...defaults, ...part })

describe('settings of the frame', () => {
  it('starts with a dark side menu, fixed width and one page at a time', () => {
    expect(defaults).toMatchObject({
      navTheme: 'dark',
      navigation: 'side',
      contentWidth: 'fixed',
      multiTab: false,
      colorWeak: false,
    })
  })

  it('restores stored settings and drops only invalid values', () => {
    expect(layoutSettingsOf({ navigation: 'top', color: 'pink', multiTab: true, other: 1 })).toEqual(
      with_({ navigation: 'top', multiTab: true }),
    )
    expect(layoutSettingsOf('broken')).toEqual(defaults)
  })

  it('hides the header on scroll only when it is fixed', () => {
    expect(layoutAt(with_({ hideHeader: true }), 'desktop').canHideHeader).toBe(true)
    expect(layoutAt(with_({ hideHeader: true, fixedHeader: false }), 'desktop').canHideHeader).toBe(false)
  })

  it('applies the content width only with the top menu, and a fixed side menu only without it', () => {
    expect(layoutAt(with_({}), 'desktop')).toMatchObject({ isNarrowed: false, isSiderFixed: true })
    expect(layoutAt(with_({ navigation: 'top' }), 'desktop')).toMatchObject({ isNarrowed: true, isSiderFixed: false })
    expect(layoutAt(with_({ navigation: 'top', contentWidth: 'fluid' }), 'desktop').isNarrowed).toBe(false)
  })

  it('collapses the menu below 1088 px and puts it into a drawer below 768 px', () => {
    expect(layoutAt(defaults, 'tablet')).toMatchObject({ menu: 'side', startsCollapsed: true })
    expect(layoutAt(with_({ navigation: 'top' }), 'phone').menu).toBe('drawer')
  })
})
