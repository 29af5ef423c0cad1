import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { currentLocale, loadTexts, setLocale, startLocale } from './core/locale.ts'
import type { Platform } from './platform/platform.ts'
import { showTones } from './ui/theme/theme.ts'
import { standardPrimary, tonesOf } from './ui/theme/tones.calc.ts'
import './ui/base.css'

// What cannot start says so in colours, too; the program itself takes those that were chosen.
showTones(document.documentElement, tonesOf({ primary: standardPrimary, isColorWeak: false, isDark: false }), false)

const isTerminal = import.meta.env.VITE_TARGET === 'terminal'

/** The settings of a terminal lie on its disk at once; what the page stores may be lost when the computer loses its power. */
async function speakAsTerminal({ settings }: Platform): Promise<void> {
  const locale = settings?.state.get()?.locale
  if (locale !== undefined && locale !== currentLocale()) await setLocale(locale)
}

/** Draws the program into the page. */
export async function start(root: HTMLElement): Promise<void> {
  const [{ createPlatform }] = await Promise.all([
    isTerminal ? import('./platform/terminal.ts') : import('./platform/web.ts'),
    // A terminal has its texts beside it, and shows its settings before anybody has signed in.
    startLocale().then(() => (isTerminal ? loadTexts() : undefined)),
  ])
  const drawing = createRoot(root)
  try {
    const platform = await createPlatform()
    await speakAsTerminal(platform)
    drawing.render(<App platform={platform} />)
  } catch (error) {
    // A terminal that could not start answers every call with the reason; an empty window would hide it.
    const { ErrorBlock } = await import('./ui/display/blocks.tsx')
    drawing.render(<ErrorBlock error={error} />)
  }
}
