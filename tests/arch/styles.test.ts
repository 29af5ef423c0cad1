import { describe, expect, it } from 'vitest'
import { unloadedIn } from './loaded-styles.ts'
import { sourceFiles } from './source-files.ts'
import { anchorsOf, borrowedIn, leaksOf } from './styles.ts'

describe('the style sheets of the window', () => {
  it('style only classes of their own folder, so that opening a page changes no other', () => {
    expect(leaksOf(sourceFiles('src/renderer/**/*.css'))).toEqual([])
  })

  it('style no part of a feature that does not use them', () => {
    expect(borrowedIn(sourceFiles('src/renderer/**/*.tsx'), sourceFiles('src/renderer/**/*.css'))).toEqual([])
    const sheet = { path: 'src/renderer/features/a/a.css', text: '.pl-one { top: 0 }' }
    const part = { path: 'src/renderer/features/b/b.tsx', text: '<p className="pl-one" />' }
    expect(borrowedIn([part], [sheet])).toHaveLength(1)
  })

  it('are loaded with each component that uses one of their classes', () => {
    expect(unloadedIn(sourceFiles('src/renderer/**/*.{ts,tsx}'), sourceFiles('src/renderer/**/*.css'))).toEqual([])
    const sheet = { path: 'src/renderer/ui/crud/crud.css', text: '.pl-one { top: 0 }' }
    const part = (name: string, text: string) => ({ path: `src/renderer/features/a/${name}.tsx`, text })
    const form = part('form', '<p className="pl-one" />')
    const page = part('page', `import { Form } from './form.tsx'`)
    const dressed = part('other', `import { Form } from './form.tsx'\nimport '#renderer/ui/crud/crud.css'`)
    expect(unloadedIn([form, dressed], [sheet])).toEqual([])
    expect(unloadedIn([form, dressed, page], [sheet])).toHaveLength(1)
  })

  it('are parsed as by a browser', () => {
    const css = `/* .pl-no { */ .pl-a > .pl-b, .pl-c.pl-d:is(.x, .y) p { color: red }
      form .pl-f:has(> .pl-g) .pl-h, body { top: 0 }
      @media (max-width: 3px) { .pl-e[data-x="1,2"] { top: 0 } } @keyframes k { from { top: 0 } 40% { top: 1px } }`
    expect(anchorsOf(css)).toEqual([['pl-a'], ['pl-c', 'pl-d'], ['pl-f', 'pl-g'], [], ['pl-e']])
  })

  it("fail where one defines another folder's class or starts a selector with it", () => {
    const sheet = (slice: string, text: string) => ({ path: `src/renderer/features/${slice}/x.css`, text })
    expect(leaksOf([sheet('a', '.pl-one { top: 0 }'), sheet('b', '.pl-one p { top: 0 }')])).toEqual([
      '.pl-one is defined in features/a and features/b',
    ])
    const three = [sheet('a', '.pl-one { top: 0 }'), sheet('b', '.pl-two { top: 0 }')]
    expect(leaksOf([...three, sheet('c', '.pl-one.pl-two { top: 0 }')])).toHaveLength(1)
    expect(leaksOf([sheet('a', 'h2 { top: 0 }')])).toHaveLength(1)
    expect(leaksOf([...three, sheet('b', '.pl-two .pl-one, .pl-two.pl-one { top: 0 }')])).toEqual([])
  })
})
