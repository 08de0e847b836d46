// How the lines of a chart differ, beside their places: by the mark at the end and by the dash.

/** Circle, square, triangle, rhombus, round the point 0, 0. */
export const MARKS = ["M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0Z", "M-5-5H5V5H-5Z", "M0-6L6 5H-6Z", "M0-6L6 0 0 6-6 0Z"]

/** As in look/course.css: solid, 7-4, 2-4, 9-3-2-3. */
export const DASHES = [[], [7, 4], [2, 4], [9, 3, 2, 3]]
