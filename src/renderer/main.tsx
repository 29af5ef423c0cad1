import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { App } from './app/app.tsx'
import { startLocale } from './core/locale.ts'
import { showTones } from './ui/theme.ts'
import './ui/base.css'

// Without this zod tries to compile checks from text, which the content security policy refuses and reports.
z.config({ jitless: true })
showTones(document.documentElement)

const isTerminal = import.meta.env.VITE_TARGET === 'terminal'

async function start(root: HTMLElement): Promise<void> {
  const [{ createPlatform }] = await Promise.all([
    isTerminal ? import('./platform/terminal.ts') : import('./platform/web.ts'),
    startLocale(),
  ])
  const platform = await createPlatform()
  createRoot(root).render(<App platform={platform} />)
}

const root = document.getElementById('root')
if (root) void start(root)
