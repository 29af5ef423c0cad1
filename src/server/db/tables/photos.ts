/** A photograph of a racer, as long as the store keeps it. */
interface RacerPhoto {
  id: string
  orgCode: string
  /** The charge or start that it was taken for. */
  usedFor: string | null
  image: Buffer
  bytes: number
  takenAt: Date
  takenByName: string
}

/** The photograph that a ride began with, or the reason why there is none. */
interface RidePhoto {
  playId: string
  orgCode: string
  photoId: string | null
  reason: string
  offline: boolean
}

/** A picture that a guest sent, for a comment or feedback. */
interface GuestPicture {
  id: string
  orgCode: string
  /** Who may use it: the id of a ride, or the number of a member. */
  sentFor: string
  /** What it was sent with; null: nothing yet. */
  usedFor: string | null
  image: Buffer
  bytes: number
  createdAt: Date
}

export interface PhotoTables {
  guestPicture: GuestPicture
  racerPhoto: RacerPhoto
  ridePhoto: RidePhoto
}
