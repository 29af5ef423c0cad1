import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from './blocks.tsx'
import './sent-pictures.css'

interface SentPicturesProps {
  title: string
  ids: readonly string[]
  /** Reads a picture as a `data:` URL. */
  read(id: string): Promise<string>
  onClose(): void
}

/** The pictures that a guest has sent. */
export function SentPictures({ title, ids, read, onClose }: SentPicturesProps) {
  return (
    <Modal open footer={null} title={title} onCancel={onClose}>
      <div className="pl-sent-pictures">
        {ids.map((id, index) => (
          <SentPicture key={id} id={id} number={index + 1} read={read} />
        ))}
      </div>
    </Modal>
  )
}

function SentPicture({ id, number, read }: { id: string; number: number } & Pick<SentPicturesProps, 'read'>) {
  const { t } = useText()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['sentPicture', id],
    queryFn: () => read(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isPending) return <Skeleton.Image active />
  if (error) return <ErrorBlock error={error} retry={() => void refetch()} />
  return <img src={data} alt={t('comment.pictureNumber', { number })} />
}
