-- Open pages kept what they held whatever their menu entry said; from now on it says so, and may say otherwise.
update permission set keep_alive = true where menu_type <> 2;
