-- How long a vehicle of a type follows the trajectory that is set in its box, in milliseconds; 0: its box decides.
alter table vehicle_type
  add column trajectory_ms integer not null default 0
    constraint vehicle_type_trajectory_range check (trajectory_ms between 0 and 600000);
