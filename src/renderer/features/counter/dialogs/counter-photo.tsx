import { Suspense } from 'react'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { lazyDialog } from '#renderer/ui/dialog/lazy-dialog.tsx'

// Few rules require a photograph, so the camera code is loaded on first use.
const PhotoDialog = lazyDialog(async () => (await import('#renderer/features/photos/index.ts')).PhotoDialog)

/** Takes the photograph of the racer that the rule of a start requires. */
export const CounterPhoto = ({ request }: { request: NonNullable<Counter['photographing']> }) => (
  <Suspense fallback={null}>
    <PhotoDialog racer={request.racer} onDone={request.give} onClose={request.refuse} />
  </Suspense>
)
