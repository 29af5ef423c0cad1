// Before anything that might declare a schema.
import '#renderer/core/zod-setup.ts'
import { createRoot } from 'react-dom/client'
import { reloadWhenReplaced } from '#renderer/core/replaced.ts'
import { App } from './app/app.tsx'
import { startLocale } from './core/locale.ts'
import './ui/base.css'

reloadWhenReplaced()

const root = document.getElementById('root')
if (root) void startLocale().then(() => createRoot(root).render(<App />))
