// Before anything that might declare a schema.
import '#renderer/core/zod-setup.ts'
import { createRoot } from 'react-dom/client'
import { reloadWhenReplaced } from '#renderer/core/replaced.ts'
import { App, prepareSignIn } from './app/app.tsx'
import { startLocale } from './core/locale.ts'
import './ui/base.css'

reloadWhenReplaced()
prepareSignIn()

// Native inputs and scroll bars follow the style sheet.
const dark = matchMedia('(prefers-color-scheme: dark)')
const showColours = () => {
  document.documentElement.style.colorScheme = dark.matches ? 'dark' : 'light'
}
dark.addEventListener('change', showColours)
showColours()

const root = document.getElementById('root')
if (root) void startLocale().then(() => createRoot(root).render(<App />))
