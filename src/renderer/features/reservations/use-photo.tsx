import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { Photographed } from '#renderer/features/photos/index.ts'
import { lazyDialog } from '#renderer/ui/dialog/lazy-dialog.tsx'
import { AppError } from '#shared/core/errors.ts'

// Few rules require a photograph, so the camera code is loaded on first use.
const PhotoDialog = lazyDialog(async () => (await import('#renderer/features/photos/index.ts')).PhotoDialog)

interface Asked {
  racer: string
  give(photo: Photographed): void
  refuse(): void
}

/** Takes the photograph that a rule requires. A repeated charge reuses it. */
export function usePhoto(): {
  photoOf(ruleId: string, racer: string): Promise<Photographed>
  forget(): void
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const last = useRef<{ of: string; photo: Photographed } | null>(null)
  return {
    photoOf: (ruleId, racer) => {
      const of = `${ruleId} ${racer}`
      if (last.current?.of === of) return Promise.resolve(last.current.photo)
      return new Promise<Photographed>((resolve, reject) => {
        setAsked({
          racer,
          give: (photo) => {
            last.current = { of, photo }
            setAsked(null)
            resolve(photo)
          },
          refuse: () => {
            setAsked(null)
            reject(new AppError('photos.required', { field: 'photoId' }))
          },
        })
      })
    },
    forget: () => {
      last.current = null
    },
    dialog: asked ? (
      <Suspense fallback={null}>
        <PhotoDialog racer={asked.racer} onDone={asked.give} onClose={asked.refuse} />
      </Suspense>
    ) : null,
  }
}
