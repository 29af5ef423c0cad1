import { createRoot } from 'react-dom/client'
import { GuestScreenPage } from './features/guest-screen/guest-screen.page.tsx'

// The second window of a terminal, which faces the guests: it shows what main sends, and can make no calls.
const root = document.getElementById('root')
if (root) createRoot(root).render(<GuestScreenPage />)
