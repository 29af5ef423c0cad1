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

export interface PhotoTables {
  racerPhoto: RacerPhoto
  ridePhoto: RidePhoto
}
