"""A window with a field, a button and a page: the text in the first argument."""
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

field = Gtk.Entry()
field.get_accessible().set_name("Name")
page = Gtk.TextView(accepts_tab=False, wrap_mode=Gtk.WrapMode.WORD)
page.get_accessible().set_name("Page")
page.get_buffer().set_text(sys.argv[1])
page.get_buffer().place_cursor(page.get_buffer().get_start_iter())
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
for widget in (field, Gtk.Button(label="Play"), page):
    box.add(widget)
window = Gtk.Window(title="Notes", default_width=800, default_height=400)
window.add(box)
window.show_all()
Gtk.main()
